namespace System.Runtime.CompilerServices;

/// <summary>As in .NET; the compiler goes by the name.</summary>
[AttributeUsage(AttributeTargets.Parameter)]
internal sealed class CallerArgumentExpressionAttribute(string parameterName) : Attribute
{
    public string ParameterName => parameterName;
}
