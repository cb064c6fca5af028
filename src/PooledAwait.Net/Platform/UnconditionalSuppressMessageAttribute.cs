#if !NET
namespace System.Diagnostics.CodeAnalysis;

/// <summary>As in .NET 5 and later; nothing is trimmed where this stands in for it.</summary>
[AttributeUsage(AttributeTargets.All, Inherited = false, AllowMultiple = true)]
internal sealed class UnconditionalSuppressMessageAttribute(string category, string checkId) : Attribute
{
    public string Category => category;

    public string CheckId => checkId;

    public string? Justification { get; set; }
}
#endif
