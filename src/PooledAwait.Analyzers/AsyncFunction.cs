using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers;

/// <summary>The method, local function or anonymous function that some code belongs to.</summary>
internal static class AsyncFunction
{
    public static IMethodSymbol? Around(IOperation operation, ISymbol containingSymbol)
    {
        for (IOperation? current = operation.Parent; current is not null; current = current.Parent)
        {
            switch (current)
            {
                case IAnonymousFunctionOperation lambda:
                    return lambda.Symbol;
                case ILocalFunctionOperation function:
                    return function.Symbol;
            }
        }

        return containingSymbol as IMethodSymbol;
    }

    public static string NameOf(IMethodSymbol method) =>
        method.MethodKind == MethodKind.AnonymousFunction ? "the anonymous function" : method.Name;
}
