using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledAwait.Analyzers.Tests.Support;

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

    [Fact]
    public void Ids_AreConsecutive() => Assert.Equal(
        Enumerable.Range(1, Analyzers().Length).Select(number => $"PA{number:0000}"),
        Analyzers().Select(analyzer => analyzer.SupportedDiagnostics.Single().Id).Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(All))]
    public void Rule_HasAnAnalyzerAndAPageNamedByItsId(Type type)
    {
        DiagnosticDescriptor rule = ((DiagnosticAnalyzer)Activator.CreateInstance(type)!).SupportedDiagnostics.Single();
        Assert.StartsWith(rule.Id, type.Name, StringComparison.Ordinal);
        Assert.Contains(GetType().Assembly.GetTypes(), test => test.Name.StartsWith(rule.Id, StringComparison.Ordinal));
        Assert.EndsWith($"docs/rules/{rule.Id}.md", rule.HelpLinkUri, StringComparison.Ordinal);

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
