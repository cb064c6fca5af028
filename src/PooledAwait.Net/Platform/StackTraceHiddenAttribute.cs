#if !NET
namespace System.Diagnostics;

/// <summary>As in .NET 6 and later; older runtimes don't know it and show the frame.</summary>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Constructor | AttributeTargets.Method, Inherited = false)]
internal sealed class StackTraceHiddenAttribute : Attribute;
#endif
