using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledAwait.Analyzers.Flow;

namespace PooledAwait.Analyzers;

/// <summary>An operation is neither awaited, returned, passed on nor forgotten.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0003NotConsumedAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Misuse(
        Rule.NotConsumed,
        "Await, return or forget a PooledValueTask",
        "The result of '{0}' is dropped, so its operation never returns to the pool; await it, return it, or call Forget()");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        context.RegisterOperationAction(OnStatement, OperationKind.ExpressionStatement);
        context.RegisterFlowAction((block, flow) =>
        {
            foreach (VariableUse lost in flow.NotConsumed.Where(lost => !IsOfATask(lost.Operation)))
            {
                block.ReportDiagnostic(At(lost.Operation.Syntax, lost.Variable));
            }
        });
    }

    private void OnStatement(OperationAnalysisContext context)
    {
        IOperation expression = ((IExpressionStatementOperation)context.Operation).Operation;
        if (expression is ISimpleAssignmentOperation { Target: IDiscardOperation } discard)
        {
            expression = discard.Value;
        }

        if (expression is IConditionalAccessOperation conditional)
        {
            expression = conditional.WhenNotNull;
        }

        IOperation value = Uses.Unwrap(Uses.WithoutConfigureAwait(Uses.Unwrap(expression)));
        if (Uses.IsStarted(value) && !IsOfATask(value) && !IsExpectedToThrow(context.Operation))
        {
            context.ReportDiagnostic(At(expression.Syntax, NameOf(value)));
        }
    }

    /// <summary><c>await Task.Run(() => Pooled())</c>: PA0004 reports the call, which is the mistake.</summary>
    private static bool IsOfATask(IOperation value) =>
        Uses.Unwrap(value) is IAwaitOperation { Operation: var awaited }
        && Uses.WithoutConfigureAwait(awaited) is IInvocationOperation invocation
        && PA0004WrappedInTaskAnalyzer.Wraps(invocation);

    /// <summary>Whether a statement is the last of a function that a call expects an exception of.</summary>
    private static bool IsExpectedToThrow(IOperation statement) =>
        statement.Parent is IBlockOperation { Parent: IAnonymousFunctionOperation { Symbol.IsAsync: false } lambda } block
        && block.Operations.Last(operation => operation is not IReturnOperation { IsImplicit: true }) == statement
        && Uses.IsExpectedToThrow(lambda, nameof(Exception));

    private static string NameOf(IOperation value) =>
        value is IInvocationOperation invocation ? invocation.TargetMethod.Name : value.Syntax.ToString();
}
