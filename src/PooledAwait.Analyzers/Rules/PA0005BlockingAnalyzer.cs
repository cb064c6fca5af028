using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledAwait.Analyzers.Flow;

namespace PooledAwait.Analyzers;

/// <summary>A thread waits for an operation that may be pending.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0005BlockingAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Misuse(
        Rule.Blocking,
        "Do not block on a pending PooledValueTask",
        "'{0}' blocks the thread while '{1}' is pending; await it, or check IsCompleted before");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        context.RegisterOperationAction(OnInvocation, OperationKind.Invocation);
        context.RegisterFlowAction((block, flow) =>
        {
            foreach (VariableUse use in flow.Blocking)
            {
                block.ReportDiagnostic(At(use.Operation.Syntax, NameOf(Uses.BlockingCall(use.Operation)!), use.Variable));
            }
        });
    }

    /// <summary>Blocks on what a call has just started, so that nobody can have asked whether it is complete.</summary>
    private void OnInvocation(OperationAnalysisContext context)
    {
        var invocation = (IInvocationOperation)context.Operation;
        if (KnownTypes.IsPooledValueTask(invocation.Type)
            && Uses.IsStarted(invocation)
            && invocation.TargetMethod.Name != "AsValueTask"
            && Uses.BlockingCall(invocation) is { } blocking
            && !Uses.IsToldToBeSynchronous(invocation))
        {
            context.ReportDiagnostic(At(blocking.Syntax, NameOf(blocking), invocation.TargetMethod.Name));
        }
    }

    private static string NameOf(IOperation blocking) =>
        blocking is IInvocationOperation call ? call.TargetMethod.Name + "()" : ((IPropertyReferenceOperation)blocking).Property.Name;
}
