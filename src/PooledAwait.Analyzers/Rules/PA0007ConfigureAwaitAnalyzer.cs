using System;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers;

/// <summary>CA2007 for this library's types: an await says where the method continues. Off by default, as CA2007 is.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0007ConfigureAwaitAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.ConfigureAwait,
        "Call ConfigureAwait on the awaited PooledValueTask",
        "The await does not say whether the method continues in the captured context; call ConfigureAwait",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: false);

    private protected override void Start(CompilationStartAnalysisContext context) =>
        context.RegisterOperationAction(OnAwait, OperationKind.Await);

    private void OnAwait(OperationAnalysisContext context)
    {
        IOperation awaited = ((IAwaitOperation)context.Operation).Operation;
        if (!(KnownTypes.IsPooledValueTask(awaited.Type) || KnownTypes.IsPooledTask(awaited.Type))
            || !IsWanted(context))
        {
            return;
        }

        context.ReportDiagnostic(At(awaited.Syntax));
    }

    /// <summary>Reads the options of CA2007, under this rule's id.</summary>
    private static bool IsWanted(OperationAnalysisContext context)
    {
        AnalyzerConfigOptions options = context.Options.AnalyzerConfigOptionsProvider.GetOptions(context.Operation.Syntax.SyntaxTree);
        if (options.TryGetValue("dotnet_code_quality.PA0007.exclude_async_void_methods", out string? exclude)
            && exclude.Equals("true", StringComparison.OrdinalIgnoreCase)
            && AsyncFunction.Around(context.Operation, context.ContainingSymbol) is { ReturnsVoid: true })
        {
            return false;
        }

        return !options.TryGetValue("dotnet_code_quality.PA0007.output_kind", out string? kinds)
            || kinds.IndexOf(context.Compilation.Options.OutputKind.ToString(), StringComparison.OrdinalIgnoreCase) >= 0;
    }
}
