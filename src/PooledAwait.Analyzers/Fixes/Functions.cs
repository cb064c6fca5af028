using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Finds functions, and puts an attribute on them.</summary>
internal static class Functions
{
    /// <summary>The innermost method, local function or anonymous function around a node, or the node itself.</summary>
    public static SyntaxNode? Around(SyntaxNode node) =>
        node.AncestorsAndSelf().FirstOrDefault(
            ancestor => ancestor is BaseMethodDeclarationSyntax or AccessorDeclarationSyntax or LocalFunctionStatementSyntax
                or AnonymousFunctionExpressionSyntax);

    public static bool IsAsync(SyntaxNode node) =>
        Around(node) is { } function
        && (Convertible.IsAsync(function) || (function is AnonymousMethodExpressionSyntax { AsyncKeyword.RawKind: not 0 }));

    /// <summary>The return type of a method or a local function, as it is written.</summary>
    public static TypeSyntax ReturnTypeOf(SyntaxNode function) =>
        function is MethodDeclarationSyntax method ? method.ReturnType : ((LocalFunctionStatementSyntax)function).ReturnType;

    /// <summary>Makes a function return another task type, named without arity, with the type arguments that it has.</summary>
    public static void Return(Edits edits, SyntaxNode function, string metadataName)
    {
        TypeSyntax type = ReturnTypeOf(function);
        GenericNameSyntax? generic = type.DescendantNodesAndSelf().OfType<GenericNameSyntax>().FirstOrDefault();
        INamedTypeSymbol other = edits.Model.Compilation.GetTypesByMetadataName(metadataName + (generic is null ? "" : "`1"))[0];
        edits.Replace(type.Span, edits.NameOf(other, type.SpanStart) + generic?.TypeArgumentList);
    }

    /// <summary>The attribute, as it is written, that names a method's builder.</summary>
    public static AttributeSyntax? BuilderAttributeOf(IMethodSymbol method) =>
        method.GetAttributes().FirstOrDefault(data => KnownTypes.BuilderOf(data) is not null)
            ?.ApplicationSyntaxReference?.GetSyntax() as AttributeSyntax;

    /// <summary>Pools a function that returns ValueTask or Task: by a new attribute, or by another builder in the one it has.</summary>
    public static void Pool(Edits edits, SyntaxNode? function)
    {
        if (function is null
            || Analyzers.Attributes.FunctionOf(function, edits.Model) is not { ReturnType: INamedTypeSymbol returnType } method
            || !Convertible.IsAsync(function)
            || !(KnownTypes.IsValueTask(returnType) || KnownTypes.IsTask(returnType))
            || KnownTypes.FindBuilder(edits.Model.Compilation, returnType) is not { } builder
            || !KnownTypes.AllowsBuilderOnMethods(edits.Model.Compilation)
            || !Convertible.IsNameable(returnType))
        {
            return;
        }

        int position = function.SpanStart;
        string type = edits.NameOf(builder, position) + (builder.Arity == 0 ? "" : "<>");
        if (BuilderAttributeOf(method) is { } present)
        {
            if (present is { ArgumentList.Arguments: [{ Expression: TypeOfExpressionSyntax typeOf }] })
            {
                // PA0013 puts back the type in the comment.
                edits.Replace(typeOf.Type.Span, $"{type}/*{typeOf.Type}*/");
            }

            return;
        }

        INamedTypeSymbol attributeType = edits.Model.Compilation
            .GetTypesByMetadataName("System.Runtime.CompilerServices.AsyncMethodBuilderAttribute")[0];
        string attribute = $"[{edits.NameOf(attributeType, position)}(typeof({type}))]";
        if (function is LambdaExpressionSyntax lambda)
        {
            PoolLambda(edits, lambda, attribute);
            return;
        }

        SyntaxList<AttributeListSyntax> lists = function switch
        {
            MethodDeclarationSyntax declaration => declaration.AttributeLists,
            LocalFunctionStatementSyntax local => local.AttributeLists,
            _ => default,
        };

        // Behind the last attribute, on the same line or on one of its own, as that one is.
        int start = lists.Count == 0 ? function.SpanStart : lists[lists.Count - 1].GetLastToken().GetNextToken().SpanStart;
        bool isInline = lists.Count > 0 && !lists[lists.Count - 1].GetTrailingTrivia().Any(SyntaxKind.EndOfLineTrivia);
        edits.Insert(start, attribute + (isInline ? " " : edits.NewLine + edits.IndentationAt(start)));
    }

    /// <summary>A lambda with an attribute on its builder needs an explicit return type, and that needs parentheses.</summary>
    private static void PoolLambda(Edits edits, LambdaExpressionSyntax lambda, string attribute)
    {
        if (edits.Model.GetTypeInfo(lambda).ConvertedType is not INamedTypeSymbol { DelegateInvokeMethod.ReturnType: { } returnType }
            || !Convertible.IsNameable(returnType)
            || lambda.AsyncKeyword.IsKind(SyntaxKind.None))
        {
            return;
        }

        // Brackets begin an indexer at the start of an element, and after a question mark.
        bool needsParentheses = lambda.Parent is InitializerExpressionSyntax or ConditionalExpressionSyntax;
        edits.Insert(lambda.SpanStart, (needsParentheses ? "(" : "") + attribute + (lambda.AttributeLists.Count > 0 ? "" : " "));
        if (needsParentheses)
        {
            edits.Insert(lambda.Span.End, ")");
        }

        if (lambda is ParenthesizedLambdaExpressionSyntax { ReturnType: not null })
        {
            return;
        }

        string type = returnType.ToMinimalDisplayString(edits.Model, lambda.SpanStart, s_typeFormat);
        switch (lambda)
        {
            case ParenthesizedLambdaExpressionSyntax parenthesized:
                edits.Insert(parenthesized.ParameterList.SpanStart, type + " ");
                break;
            case SimpleLambdaExpressionSyntax simple:
                edits.Replace(simple.Parameter.Span, $"{type} ({simple.Parameter})");
                break;
        }
    }

    private static readonly SymbolDisplayFormat s_typeFormat =
        SymbolDisplayFormat.MinimallyQualifiedFormat.AddMiscellaneousOptions(
            SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);
}
