using System;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledAwait.Analyzers.Flow;

namespace PooledAwait.Analyzers;

/// <summary>Follows the variables of methods that have some of the library's types; other methods cost nothing.</summary>
internal static class FlowAnalyzer
{
    public static void RegisterFlowAction(
        this CompilationStartAnalysisContext context, Action<OperationBlockAnalysisContext, FlowResult> report) =>
        context.RegisterOperationBlockStartAction(block =>
        {
            bool hasVariables = block.OwningSymbol is IMethodSymbol method && HasPooledParameter(method);
            if (!hasVariables)
            {
                block.RegisterOperationAction(
                    operation => hasVariables |= operation.Operation switch
                    {
                        IVariableDeclaratorOperation declarator => KnownTypes.IsPooledValueTask(declarator.Symbol.Type)
                            || (KnownTypes.IsValueTask(declarator.Symbol.Type) && MayHoldPooled(declarator)),
                        IAnonymousFunctionOperation lambda => HasPooledParameter(lambda.Symbol),
                        ILocalFunctionOperation function => HasPooledParameter(function.Symbol),
                        _ => true,
                    },
                    OperationKind.VariableDeclarator,
                    OperationKind.AnonymousFunction,
                    OperationKind.LocalFunction);
            }

            block.RegisterOperationBlockEndAction(end =>
            {
                if (!hasVariables)
                {
                    return;
                }

                foreach (IOperation body in end.OperationBlocks)
                {
                    if (body.Parent is null && body is IBlockOperation or IFieldInitializerOperation or IPropertyInitializerOperation)
                    {
                        report(end, ConsumptionFlow.Of(end.GetControlFlowGraph(body), end.CancellationToken));
                    }
                    else if (body is IBlockOperation { Parent: IMethodBodyBaseOperation })
                    {
                        report(end, ConsumptionFlow.Of(end.GetControlFlowGraph(body), end.CancellationToken));
                    }
                }
            });
        });

    private static bool HasPooledParameter(IMethodSymbol method)
    {
        foreach (IParameterSymbol parameter in method.Parameters)
        {
            if (KnownTypes.IsPooledValueTask(parameter.Type))
            {
                return true;
            }
        }

        return false;
    }

    private static bool MayHoldPooled(IVariableDeclaratorOperation declarator) =>
        declarator.Initializer is not { } initializer || KnownTypes.IsPooledValueTask(Uses.Unwrap(initializer.Value).Type);
}
