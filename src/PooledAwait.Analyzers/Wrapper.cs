using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledAwait.Analyzers;

/// <summary>A method that does nothing but call its only local function with its own parameters.</summary>
internal sealed class Wrapper
{
    private Wrapper(MethodDeclarationSyntax method, LocalFunctionStatementSyntax function)
    {
        Method = method;
        Function = function;
    }

    public MethodDeclarationSyntax Method { get; }

    /// <summary>Its async local function, which has the body.</summary>
    public LocalFunctionStatementSyntax Function { get; }

    public static Wrapper? Of(MethodDeclarationSyntax? method)
    {
        if (method?.Body is not
            {
                Statements: [ReturnStatementSyntax { Expression: InvocationExpressionSyntax call }, LocalFunctionStatementSyntax function]
            }
            || method.Modifiers.Any(SyntaxKind.AsyncKeyword)
            || !function.Modifiers.Any(SyntaxKind.AsyncKeyword)
            || function.TypeParameterList is not null
            || call.Expression is not IdentifierNameSyntax name
            || name.Identifier.ValueText != function.Identifier.ValueText)
        {
            return null;
        }

        string[] outer = method.ParameterList.Parameters.Select(parameter => parameter.Identifier.ValueText).ToArray();
        return outer.SequenceEqual(function.ParameterList.Parameters.Select(parameter => parameter.Identifier.ValueText))
            && outer.SequenceEqual(call.ArgumentList.Arguments.Select(
                argument => (argument.Expression as IdentifierNameSyntax)?.Identifier.ValueText))
            ? new Wrapper(method, function)
            : null;
    }
}
