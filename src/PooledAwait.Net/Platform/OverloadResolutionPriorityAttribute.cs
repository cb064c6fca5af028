#if !NET9_0_OR_GREATER
namespace System.Runtime.CompilerServices;

/// <summary>As in .NET 9; the compiler finds it by its name.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class OverloadResolutionPriorityAttribute(int priority) : Attribute
{
    public int Priority => priority;
}
#endif
