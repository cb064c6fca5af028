using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>Which functions the conversions apply to.</summary>
internal static class Convertible
{
    /// <summary>The async function at a node that returns ValueTask or Task, if the compiler makes a state machine for it.</summary>
    public static IMethodSymbol? FunctionOf(SyntaxNodeAnalysisContext context, LanguageVersion minimum)
    {
        SyntaxNode node = context.Node;
        return IsAsync(node)
            && MayReturnTask(node)
            && !HasDirectivesInHeader(node)
            && ((CSharpParseOptions)node.SyntaxTree.Options).LanguageVersion >= minimum
            && Attributes.FunctionOf(node, context.SemanticModel) is { PartialDefinitionPart: null } method
            && (KnownTypes.IsValueTask(method.ReturnType) || KnownTypes.IsTask(method.ReturnType))
            && !KnownTypes.IsMain(method)
            && !KnownTypes.UsesRuntimeAsync(context.Compilation, method)
                ? method
                : null;
    }

    public static bool IsAsync(SyntaxNode node) => node switch
    {
        MethodDeclarationSyntax method => method.Modifiers.Any(SyntaxKind.AsyncKeyword),
        LocalFunctionStatementSyntax function => function.Modifiers.Any(SyntaxKind.AsyncKeyword),
        LambdaExpressionSyntax lambda => lambda.Modifiers.Any(SyntaxKind.AsyncKeyword),
        _ => false,
    };

    /// <summary>Where a function is reported: at its name, or at its async.</summary>
    public static Location LocationOf(SyntaxNode node) => node switch
    {
        MethodDeclarationSyntax method => method.Identifier.GetLocation(),
        LocalFunctionStatementSyntax function => function.Identifier.GetLocation(),
        LambdaExpressionSyntax lambda => lambda.AsyncKeyword.GetLocation(),
        _ => node.GetLocation(),
    };

    /// <summary>Whether code can name the type; an anonymous type's name only the compiler knows.</summary>
    public static bool IsNameable(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsNameable(array.ElementType),
        IErrorTypeSymbol => false,
        INamedTypeSymbol named => !named.IsAnonymousType && named.TypeArguments.All(IsNameable),
        _ => true,
    };

    /// <summary>Whether only the code of one type, or of one method, can see what it returns.</summary>
    public static bool IsOwnAffair(IMethodSymbol method) =>
        method.MethodKind == MethodKind.LocalFunction
        || (method is { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: Accessibility.Private }
            && method.ContainingType.TypeKind != TypeKind.Interface
            && method.PartialDefinitionPart is null
            && method.ExplicitInterfaceImplementations.IsEmpty);

    /// <summary>Whether only the code of one assembly can see what a method returns, and nothing else decides it.</summary>
    public static bool IsOfTheAssembly(IMethodSymbol method) =>
        IsOwnAffair(method)
        || (method is { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: Accessibility.Internal }
            and { ContainingType.TypeKind: not TypeKind.Interface }
            and { IsVirtual: false, IsOverride: false, IsAbstract: false, PartialDefinitionPart: null, PartialImplementationPart: null });

    private static bool MayReturnTask(SyntaxNode node)
    {
        TypeSyntax? type = node switch
        {
            MethodDeclarationSyntax method => method.ReturnType,
            LocalFunctionStatementSyntax function => function.ReturnType,
            ParenthesizedLambdaExpressionSyntax { ReturnType: { } returned } => returned,
            _ => null,
        };
        while (type is QualifiedNameSyntax qualified)
        {
            type = qualified.Right;
        }

        SimpleNameSyntax? name = type is AliasQualifiedNameSyntax alias ? alias.Name : type as SimpleNameSyntax;
        return type is null || name?.Identifier.Text is "ValueTask" or "Task";
    }

    /// <summary>Whether the text before the body depends on symbols of the preprocessor.</summary>
    private static bool HasDirectivesInHeader(SyntaxNode node)
    {
        if (!node.ContainsDirectives)
        {
            return false;
        }

        SyntaxNode? body = node switch
        {
            MethodDeclarationSyntax method => (SyntaxNode?)method.Body ?? method.ExpressionBody,
            LocalFunctionStatementSyntax function => (SyntaxNode?)function.Body ?? function.ExpressionBody,
            _ => null,
        };
        SyntaxToken first = node.GetFirstToken();
        int end = body?.SpanStart ?? node.Span.End;
        return node.DescendantTokens().Any(
            token => token != first
                && token.SpanStart <= end
                && token.LeadingTrivia.Any(trivia => trivia.IsDirective && !trivia.IsKind(SyntaxKind.RegionDirectiveTrivia)));
    }
}
