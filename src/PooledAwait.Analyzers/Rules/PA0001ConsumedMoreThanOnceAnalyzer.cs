using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledAwait.Analyzers.Flow;

namespace PooledAwait.Analyzers;

/// <summary>An operation is awaited, consumed or passed on after its result was taken, on every path or on some.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0001ConsumedMoreThanOnceAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Misuse(
        Rule.ConsumedMoreThanOnce,
        "Consume a PooledValueTask once",
        "The result of '{0}' {1} consumed at line {2}; consume it once, or call AsTask() to await it more often");

    private protected override void Start(CompilationStartAnalysisContext context) => context.RegisterFlowAction((block, flow) =>
    {
        foreach (Reuse reuse in flow.Reuses)
        {
            Location first = reuse.First.Syntax.GetLocation();
            block.ReportDiagnostic(Diagnostic.Create(
                Descriptor,
                reuse.Use.Syntax.GetLocation(),
                [first],
                reuse.Variable,
                reuse.Always ? "was already" : "may already be",
                first.GetLineSpan().StartLinePosition.Line + 1));
        }
    });
}
