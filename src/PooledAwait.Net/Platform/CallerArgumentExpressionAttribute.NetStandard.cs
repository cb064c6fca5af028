namespace System.Runtime.CompilerServices;

/// <summary>As in .NET; the compiler finds it by its name.</summary>
[AttributeUsage(AttributeTargets.Parameter)]
internal sealed class CallerArgumentExpressionAttribute(string parameterName) : Attribute
{
    public string ParameterName => parameterName;
}
