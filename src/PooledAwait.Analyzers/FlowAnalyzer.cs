using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledAwait.Analyzers.Flow;

namespace PooledAwait.Analyzers;

/// <summary>Follows the variables of methods that have some of the library's types; other methods cost nothing.</summary>
internal static class FlowAnalyzer
{
    public static void RegisterFlowAction(
        this CompilationStartAnalysisContext context, Action<OperationBlockAnalysisContext, FlowResult> report)
    {
        PooledMethods pooled = new(context.Compilation, context.Options);
        context.RegisterOperationBlockStartAction(block =>
        {
            bool hasVariables = block.OwningSymbol is IMethodSymbol method && HasPooledParameter(method);
            if (!hasVariables)
            {
                block.RegisterOperationAction(
                    operation => hasVariables |= operation.Operation switch
                    {
                        IVariableDeclaratorOperation declarator => MayHoldOperation(declarator, pooled),
                        IDeclarationExpressionOperation declaration => KnownTypes.HoldsOperation(declaration.Type),
                        IAnonymousFunctionOperation lambda => HasPooledParameter(lambda.Symbol),
                        ILocalFunctionOperation function => HasPooledParameter(function.Symbol),
                        _ => Uses.DeclaredBy(operation.Operation) is { } local && KnownTypes.HoldsOperation(local.Type),
                    },
                    OperationKind.VariableDeclarator,
                    OperationKind.DeclarationExpression,
                    OperationKind.DeclarationPattern,
                    OperationKind.RecursivePattern,
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
                    bool isInitializer = body is IFieldInitializerOperation or IPropertyInitializerOperation;
                    if (body is IBlockOperation { Parent: null or IMethodBodyBaseOperation } || (isInitializer && body.Parent is null))
                    {
                        report(end, ConsumptionFlow.Of(end.GetControlFlowGraph(body), pooled, end.CancellationToken));
                    }
                }
            });
        });
    }

    private static bool HasPooledParameter(IMethodSymbol method) =>
        method.Parameters.Any(parameter => KnownTypes.HoldsOperation(parameter.Type));

    private static bool MayHoldOperation(IVariableDeclaratorOperation declarator, PooledMethods pooled) =>
        KnownTypes.HoldsOperation(declarator.Symbol.Type)
        || (KnownTypes.IsValueTask(declarator.Symbol.Type)
            && (declarator.Initializer is not { } initializer
                || initializer.Descendants().Any(part => KnownTypes.HoldsOperation(part.Type) || pooled.IsStarted(part))));
}
