using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledAwait.Analyzers.Flow;

namespace PooledAwait.Analyzers;

/// <summary>A pooled method awaits an operation of the library as a ValueTask, as 1.x had it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0010AwaitedAsValueTaskAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.AwaitedAsValueTask,
        "Await a PooledValueTask directly in a pooled method",
        "'{0}' is pooled and awaits {1}, which takes longer; await {2} instead");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        PooledMethods pooled = new(context.Compilation, context.Options);
        context.RegisterOperationAction(operation => OnAwait(operation, pooled), OperationKind.Await);
    }

    private void OnAwait(OperationAnalysisContext context, PooledMethods pooled)
    {
        IOperation awaited = Uses.WithoutConfigureAwait(((IAwaitOperation)context.Operation).Operation);
        if (Replacement(awaited) is not { } replacement
            || AsyncFunction.Around(context.Operation, context.ContainingSymbol) is not { } method
            || !pooled.Contains(method)
            || (!KnownTypes.IsPooledValueTask(method.ReturnType) && KnownTypes.UsesRuntimeAsync(context.Compilation, method)))
        {
            return;
        }

        context.ReportDiagnostic(At(awaited.Syntax, AsyncFunction.NameOf(method), replacement.Instead, replacement.Better));
    }

    private static (string Instead, string Better)? Replacement(IOperation awaited) => awaited switch
    {
        IInvocationOperation { TargetMethod.Name: "AsValueTask", Instance.Type: { } type } when KnownTypes.IsPooledValueTask(type) =>
            ("'AsValueTask()'", "the PooledValueTask"),
        IPropertyReferenceOperation { Property.Name: "Task", Instance.Type: INamedTypeSymbol source }
            when KnownTypes.IsPooledSource(source) && !source.GetMembers("PooledTask").IsEmpty =>
            ("the property 'Task'", "'PooledTask'"),
        _ => null,
    };
}
