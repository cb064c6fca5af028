using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>A test or a benchmark returns what its runner doesn't await, so that it passes before it has run.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0015NotAwaitedByRunnerAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Misuse(
        Rule.NotAwaitedByRunner,
        "Return Task from a test or benchmark",
        "{0} doesn't await the {1} of '{2}', so it sees no failure and measures no time after the first suspension; return Task");

    /// <summary>The runner that calls a method because of one of its attributes, by the first word of the attribute's namespace.</summary>
    public static string? RunnerOf(IMethodSymbol method) => method.GetAttributes()
        .Select(attribute => RunnerOf(attribute.AttributeClass))
        .FirstOrDefault(runner => runner is not null);

    private protected override void Start(CompilationStartAnalysisContext context) =>
        context.RegisterSymbolAction(OnMethod, SymbolKind.Method);

    private void OnMethod(SymbolAnalysisContext context)
    {
        var method = (IMethodSymbol)context.Symbol;
        ITypeSymbol returned = method.ReturnType;
        bool isForgotten = KnownTypes.IsFireAndForget(returned);
        if ((isForgotten || KnownTypes.IsPooledValueTask(returned) || KnownTypes.IsPooledTask(returned))
            && RunnerOf(method) is { } runner
            && (isForgotten || runner != "NUnit"))
        {
            context.ReportDiagnostic(At(method.Locations[0], runner, returned.Name, method.Name));
        }
    }

    /// <summary>Also of an attribute that derives from a runner's.</summary>
    private static string? RunnerOf(INamedTypeSymbol? attribute)
    {
        for (; attribute is not null; attribute = attribute.BaseType)
        {
            string scope = attribute.ContainingNamespace.ToDisplayString();
            switch (scope.Split('.')[0])
            {
                case ("BenchmarkDotNet" or "NUnit" or "TUnit") and var name:
                    return name;
                case "Xunit":
                    return "xUnit";
                case "Microsoft" when scope == "Microsoft.VisualStudio.TestTools.UnitTesting":
                    return "MSTest";
            }
        }

        return null;
    }
}
