using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers;

/// <summary><c>Task.Run(() => Pooled())</c> gives a Task whose result is a PooledValueTask, which nobody awaits.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0004WrappedInTaskAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Misuse(
        Rule.WrappedInTask,
        "Do not wrap a PooledValueTask in a Task",
        "'{0}' returns a Task that completes when the inner operation starts, with a {1} as its result; return AsTask() from the delegate");

    private protected override void Start(CompilationStartAnalysisContext context) =>
        context.RegisterOperationAction(OnInvocation, OperationKind.Invocation);

    private void OnInvocation(OperationAnalysisContext context)
    {
        var invocation = (IInvocationOperation)context.Operation;
        if (Wraps(invocation) && !IsAwaitedTwice(invocation))
        {
            string inner = ((INamedTypeSymbol)invocation.Type!).TypeArguments[0].Name;
            context.ReportDiagnostic(At(invocation.Syntax, invocation.TargetMethod.Name, inner));
        }
    }

    /// <summary>Whether a call makes a Task whose result is a task of the library.</summary>
    internal static bool Wraps(IInvocationOperation invocation) =>
        invocation.TargetMethod is { Name: "Run" or "StartNew" or "ContinueWith", ContainingType: var type }
        && KnownTypes.IsInTasks(type)
        && invocation.Type is INamedTypeSymbol { TypeArguments: [{ } inner] }
        && (KnownTypes.IsPooledValueTask(inner) || KnownTypes.IsPooledTask(inner));

    /// <summary><c>await await Task.Run(...)</c>, with or without ConfigureAwait.</summary>
    private static bool IsAwaitedTwice(IOperation operation)
    {
        int awaits = 0;
        for (IOperation? current = operation.Parent; current is not null; current = current.Parent)
        {
            switch (current)
            {
                case IAwaitOperation:
                    awaits++;
                    break;
                case IInvocationOperation { TargetMethod.Name: "ConfigureAwait" } or IParenthesizedOperation or IConversionOperation:
                    break;
                default:
                    return awaits > 1;
            }
        }

        return awaits > 1;
    }
}
