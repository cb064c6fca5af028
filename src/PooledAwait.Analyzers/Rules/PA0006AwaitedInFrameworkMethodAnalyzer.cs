using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers;

/// <summary>An async method with a builder of the framework awaits a pooled task, which costs a delegate.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0006AwaitedInFrameworkMethodAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.AwaitedInFrameworkMethod,
        "Await AsValueTask() in a Task or ValueTask method",
        "Awaiting a PooledValueTask in '{0}' allocates a delegate of 64 B when it suspends; await AsValueTask(){1}");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        PooledMethods pooled = new(context.Compilation, context.Options);
        context.RegisterOperationAction(operation => OnAwait(operation, pooled), OperationKind.Await);
    }

    private void OnAwait(OperationAnalysisContext context, PooledMethods pooled)
    {
        IOperation awaited = ((IAwaitOperation)context.Operation).Operation;
        if (!(KnownTypes.IsPooledValueTask(awaited.Type) || KnownTypes.IsConfiguredPooledValueTask(awaited.Type))
            || AsyncFunction.Around(context.Operation, context.ContainingSymbol) is not { } method
            || pooled.Contains(method)
            || !IsFrameworkMethod(method)
            || KnownTypes.UsesRuntimeAsync(context.Compilation, method)
            || KnownTypes.IsMain(method))
        {
            return;
        }

        string name = AsyncFunction.NameOf(method);
        string other = KnownTypes.IsAsyncIterator(method.ReturnType) ? "" : $", or pool '{name}' too";
        context.ReportDiagnostic(At(context.Operation.Syntax, name, other));
    }

    private static bool IsFrameworkMethod(IMethodSymbol method) =>
        method.ReturnsVoid
        || KnownTypes.IsTask(method.ReturnType)
        || KnownTypes.IsValueTask(method.ReturnType)
        || KnownTypes.IsAsyncIterator(method.ReturnType);
}
