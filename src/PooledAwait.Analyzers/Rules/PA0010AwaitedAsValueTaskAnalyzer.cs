using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers;

/// <summary>A pooled method awaits an operation of the library as a ValueTask, as 1.x had it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0010AwaitedAsValueTaskAnalyzer : PooledAnalyzer
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.AwaitedAsValueTask,
        "Await a PooledValueTask directly in a pooled method",
        "'{0}' is pooled and awaits {1}, which takes longer; await {2}, which takes the method itself as its continuation");

    /// <summary>Creates the rule.</summary>
    public PA0010AwaitedAsValueTaskAnalyzer()
        : base(Descriptor)
    {
    }

    private protected override void Start(CompilationStartAnalysisContext context) =>
        context.RegisterOperationAction(OnAwait, OperationKind.Await);

    private void OnAwait(OperationAnalysisContext context)
    {
        IOperation awaited = ((IAwaitOperation)context.Operation).Operation;
        if (awaited is IInvocationOperation { TargetMethod.Name: "ConfigureAwait", Instance: { } configured })
        {
            awaited = configured;
        }

        if (Replacement(awaited) is not { } replacement
            || AsyncFunction.Around(context.Operation, context.ContainingSymbol) is not { } method
            || !KnownTypes.IsPooledMethod(method)
            || (!KnownTypes.IsPooledValueTask(method.ReturnType) && KnownTypes.UsesRuntimeAsync(context.Compilation, method)))
        {
            return;
        }

        context.ReportDiagnostic(At(awaited.Syntax, AsyncFunction.NameOf(method), replacement.Instead, replacement.Better));
    }

    private static (string Instead, string Better)? Replacement(IOperation awaited) => awaited switch
    {
        IInvocationOperation { TargetMethod.Name: "AsValueTask", Instance.Type: { } type } when KnownTypes.IsPooledValueTask(type) =>
            ("AsValueTask()", "the PooledValueTask"),
        IPropertyReferenceOperation { Property.Name: "Task", Instance.Type: INamedTypeSymbol source }
            when KnownTypes.IsPooledSource(source) && !source.GetMembers("PooledTask").IsEmpty =>
            ("Task", "PooledTask"),
        _ => null,
    };
}
