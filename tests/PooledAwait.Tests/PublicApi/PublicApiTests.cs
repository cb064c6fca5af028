using PublicApiGenerator;

namespace PooledAwait.Tests;

/// <summary>
/// What users see of the library, as one text beside this file: a change of it is a change of a promise. What differs on a platform is
/// inside, so that a library compiled for one target can be used with another's.
/// </summary>
public sealed partial class PublicApiTests
{
    /// <summary>Set to 1 to write the text instead of comparing it.</summary>
    private const string UpdateVariable = "POOLEDAWAIT_UPDATE_PUBLIC_API";

    private static readonly ApiGeneratorOptions s_options = new()
    {
        IncludeAssemblyAttributes = false,

        // Older frameworks don't have them; there the library has none, or internal copies.
        ExcludeAttributes =
        [
            "System.Diagnostics.DebuggerDisplayAttribute",
            "System.Diagnostics.DebuggerTypeProxyAttribute",
            "System.Diagnostics.StackTraceHiddenAttribute",
            "System.Runtime.CompilerServices.OverloadResolutionPriorityAttribute",
            "System.Runtime.CompilerServices.ParamCollectionAttribute",
            "System.Runtime.CompilerServices.ScopedRefAttribute",
        ],
    };

    [Theory]
    [InlineData("netstandard2.0")]
    [InlineData("net8.0")]
    [InlineData("net10.0")]
    public void PublicApi_OfATarget_IsTheCommittedOne(string target)
    {
        AssemblyLoadContext context = new(target, isCollectible: true);
        string actual = Print(context.LoadFromAssemblyPath(
            Path.Combine(AppContext.BaseDirectory, "Targets", target, "PooledAwait.Net.dll")));
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllText(Committed(), actual);
        }

        string expected = File.ReadAllText(Committed()).ReplaceLineEndings("\n");
        Assert.Equal(target == "netstandard2.0" ? OfNetAlone().Replace(expected, string.Empty) : expected, actual);
    }

    /// <summary>Variants of the framework's classes: .NET Framework lacks some of them.</summary>
    internal static bool IsOfNetAlone(string type) => type.StartsWith("PooledAwait.Rewriting.IDb", StringComparison.Ordinal);

    internal static string Print(Assembly assembly) => assembly.GeneratePublicApi(s_options).ReplaceLineEndings("\n") + "\n";

    [GeneratedRegex(@"    public interface IDb\w+\n    {\n.*?\n    }\n", RegexOptions.Singleline)]
    private static partial Regex OfNetAlone();

    private static string Committed([CallerFilePath] string path = "") =>
        Path.Combine(Path.GetDirectoryName(path)!, "PublicApi.txt");
}
