using System.Reflection;
using System.Runtime.Versioning;

namespace PooledAwait.Analyzers.Tests;

public class RulesTests
{
    public static IEnumerable<object[]> All => Analyzers().Select(analyzer => new object[] { analyzer.GetType() });

    private static DiagnosticAnalyzer[] Analyzers() =>
    [
        .. typeof(PooledAnalyzer).Assembly.GetTypes()
            .Where(type => !type.IsAbstract && type.IsSubclassOf(typeof(DiagnosticAnalyzer)))
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!),
    ];

    /// <summary>The address that the library's package shows as its project's and its repository's.</summary>
    private static string Repository { get; } = typeof(PooledValueTask).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(static data => data.Key == "RepositoryUrl").Value!;

    /// <summary>A compiler loads analyzers that were built for its own Roslyn or an older one; .NET 8's first SDK has 4.8.</summary>
    [Theory]
    [InlineData(typeof(PooledAnalyzer))]
    [InlineData(typeof(CodeFixes.PooledFix))]
    public void Assembly_IsLoadedByTheCompilerOfDotNet8(Type type)
    {
        Assembly assembly = type.Assembly;
        Assert.Equal(".NETStandard,Version=v2.0", assembly.GetCustomAttribute<TargetFrameworkAttribute>()!.FrameworkName);

        // What that compiler's folder has besides netstandard.dll, in the versions that are there.
        AssemblyName[] references = assembly.GetReferencedAssemblies();
        AssemblyName[] roslyn =
            [.. references.Where(static name => name.Name!.StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal))];
        Assert.NotEmpty(roslyn);
        Assert.All(roslyn, static name => Assert.InRange(name.Version!, new Version(4, 0), new Version(4, 8, 0, 0)));
        Assert.All(
            references.Where(static name => name.Name!.StartsWith("System.", StringComparison.Ordinal)),
            static name => Assert.InRange(name.Version!, new Version(4, 0), new Version(7, 0, 0, 0)));
        Assert.All(
            references.Select(static name => name.Name!),
            static name => Assert.Matches(@"^(netstandard|PooledAwait\.Analyzers|Microsoft\.CodeAnalysis.*|System\..*)$", name));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Rule_HasAnAnalyzerAndAPageNamedByItsId(Type type)
    {
        DiagnosticDescriptor rule = ((DiagnosticAnalyzer)Activator.CreateInstance(type)!).SupportedDiagnostics.Single();
        Assert.StartsWith(rule.Id, type.Name, StringComparison.Ordinal);
        Assert.Contains(GetType().Assembly.GetTypes(), test => test.Name.StartsWith(rule.Id, StringComparison.Ordinal));
        Assert.Equal($"{Repository}/blob/main/docs/rules/{rule.Id}.md", rule.HelpLinkUri);

        string page = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Pages", rule.Id + ".md"));
        Assert.StartsWith($"# {rule.Id}: {rule.Title}", page, StringComparison.Ordinal);
        Assert.Contains(
            rule.IsEnabledByDefault ? rule.DefaultSeverity.ToString() : "off by default", page, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task CompilationWithoutTheLibrary_IsLeftAlone()
    {
        const string Source = """
            namespace Other { struct PooledValueTask { public void Forget() { } } }
            class C
            {
                System.Threading.Tasks.ValueTask _field;
                async System.Threading.Tasks.ValueTask M() { _field = M(); await _field; M().AsTask().Wait(); }
            }
            """;
        Project project = Sources.CreateProject([Source], globalUsings: "", referenceLibrary: false);
        foreach (DiagnosticAnalyzer analyzer in Analyzers())
        {
            Assert.Empty(await Sources.AnalyzeAsync(project, analyzer));
        }
    }
}
