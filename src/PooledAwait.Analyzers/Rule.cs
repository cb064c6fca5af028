using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;

namespace PooledAwait.Analyzers;

/// <summary>The ids of all rules, and how a rule is described.</summary>
internal static class Rule
{
    public const string ConsumedMoreThanOnce = "PA0001";
    public const string Stored = "PA0002";
    public const string NotConsumed = "PA0003";
    public const string WrappedInTask = "PA0004";
    public const string Blocking = "PA0005";
    public const string AwaitedInFrameworkMethod = "PA0006";
    public const string ConfigureAwait = "PA0007";
    public const string RuntimeAsync = "PA0008";
    public const string AsyncVoid = "PA0009";
    public const string AwaitedAsValueTask = "PA0010";
    public const string PoolWithAttribute = "PA0011";
    public const string ReturnPooledValueTask = "PA0012";
    public const string RestoreValueTask = "PA0013";
    public const string DroppedReleaser = "PA0014";
    public const string NotAwaitedByRunner = "PA0015";

    /// <summary>The address of the repository, whose pages describe the rules: the build writes it into the assembly.</summary>
    private static readonly string s_repository = typeof(Rule).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(data => data.Key == "RepositoryUrl").Value!;

    public static DiagnosticDescriptor Misuse(string id, string title, string message) =>
        Describe(id, title, message, "Usage", DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public static DiagnosticDescriptor Improvement(
        string id,
        string title,
        string message,
        DiagnosticSeverity severity = DiagnosticSeverity.Info,
        bool isEnabledByDefault = true) =>
        Describe(id, title, message, "Performance", severity, isEnabledByDefault);

    private static DiagnosticDescriptor Describe(
        string id, string title, string message, string category, DiagnosticSeverity severity, bool isEnabledByDefault) =>
        new(id, title, message, category, severity, isEnabledByDefault, helpLinkUri: $"{s_repository}/blob/main/docs/rules/{id}.md");
}
