using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers;

/// <summary>An async method of the framework's builders awaits one of ours, which costs a delegate.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0006AwaitedInFrameworkMethodAnalyzer : PooledAnalyzer
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.AwaitedInFrameworkMethod,
        "Await AsValueTask() in a Task or ValueTask method",
        "Awaiting a PooledValueTask in '{0}' allocates a delegate of 64 B when it suspends; await AsValueTask(){1}");

    /// <summary>Creates the rule.</summary>
    public PA0006AwaitedInFrameworkMethodAnalyzer()
        : base(Descriptor)
    {
    }

    private protected override void Start(CompilationStartAnalysisContext context) =>
        context.RegisterOperationAction(OnAwait, OperationKind.Await);

    private void OnAwait(OperationAnalysisContext context)
    {
        IOperation awaited = ((IAwaitOperation)context.Operation).Operation;
        if (!(KnownTypes.IsPooledValueTask(awaited.Type) || KnownTypes.IsConfiguredPooledValueTask(awaited.Type))
            || AsyncFunction.Around(context.Operation, context.ContainingSymbol) is not { } method
            || KnownTypes.IsPooledMethod(method)
            || !IsFrameworkMethod(method)
            || KnownTypes.UsesRuntimeAsync(context.Compilation, method)
            || method.MethodKind == MethodKind.Ordinary && method.Name is "<Main>$" or "Main" && method.IsStatic)
        {
            return;
        }

        string name = AsyncFunction.NameOf(method);
        context.ReportDiagnostic(At(context.Operation.Syntax, name, IsIterator(method) ? "" : $", or pool '{name}' too"));
    }

    /// <summary>C# fixes the builder of an async iterator.</summary>
    private static bool IsIterator(IMethodSymbol method) => method.ReturnType.Name is "IAsyncEnumerable" or "IAsyncEnumerator";

    private static bool IsFrameworkMethod(IMethodSymbol method) =>
        method.ReturnsVoid
        || KnownTypes.IsTask(method.ReturnType)
        || KnownTypes.IsValueTask(method.ReturnType)
        || IsIterator(method);
}
