using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>A rule that runs only where the library is referenced, on code that people write.</summary>
public abstract class PooledAnalyzer : DiagnosticAnalyzer
{
    private readonly DiagnosticDescriptor _rule;

    private protected PooledAnalyzer(DiagnosticDescriptor rule)
    {
        _rule = rule;
        SupportedDiagnostics = ImmutableArray.Create(rule);
    }

    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; }

    public sealed override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(start =>
        {
            if (KnownTypes.AreIn(start.Compilation))
            {
                Start(start);
            }
        });
    }

    private protected abstract void Start(CompilationStartAnalysisContext context);

    private protected Diagnostic At(SyntaxNode node, params object[] arguments) => At(node.GetLocation(), arguments);

    private protected Diagnostic At(Location location, params object[] arguments) => Diagnostic.Create(_rule, location, arguments);
}
