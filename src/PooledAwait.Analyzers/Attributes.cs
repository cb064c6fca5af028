using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledAwait.Analyzers;

/// <summary>Functions on which an attribute may stand.</summary>
internal static class Attributes
{
    public static IMethodSymbol? FunctionOf(SyntaxNode declaration, SemanticModel model) => declaration switch
    {
        MethodDeclarationSyntax or LocalFunctionStatementSyntax => model.GetDeclaredSymbol(declaration) as IMethodSymbol,
        LambdaExpressionSyntax => model.GetSymbolInfo(declaration).Symbol as IMethodSymbol,
        _ => null,
    };
}
