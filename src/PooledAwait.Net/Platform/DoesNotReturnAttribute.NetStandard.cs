namespace System.Diagnostics.CodeAnalysis;

/// <summary>As in .NET; the compiler finds it by its name.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class DoesNotReturnAttribute : Attribute;
