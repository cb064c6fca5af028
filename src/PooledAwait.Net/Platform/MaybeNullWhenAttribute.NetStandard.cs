namespace System.Diagnostics.CodeAnalysis;

/// <summary>The compiler looks for it by name.</summary>
[AttributeUsage(AttributeTargets.Parameter)]
internal sealed class MaybeNullWhenAttribute(bool returnValue) : Attribute
{
    public bool ReturnValue { get; } = returnValue;
}
