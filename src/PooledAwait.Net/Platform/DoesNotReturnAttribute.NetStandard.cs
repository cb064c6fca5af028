namespace System.Diagnostics.CodeAnalysis;

/// <summary>As in .NET; the compiler goes by the name.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class DoesNotReturnAttribute : Attribute;
