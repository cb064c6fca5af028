using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>A method whose signature must stay calls a local function that returns PooledValueTask and has the body.</summary>
internal static class LocalFunctionForm
{
    private const string Preferred = "Impl";

    /// <summary>The metadata names of the types that the conversions exchange.</summary>
    public const string Pooled = "PooledAwait.PooledValueTask";
    public const string Framework = "System.Threading.Tasks.ValueTask";

    /// <summary>A task type as another one, with the type arguments that it has.</summary>
    public static string TypeAs(string metadataName, Edits edits, TypeSyntax type)
    {
        SimpleNameSyntax name = NameOf(type);
        string arity = name is GenericNameSyntax ? "`1" : "";
        return edits.NameOf(edits.Model.Compilation.GetTypesByMetadataName(metadataName + arity)[0], type.SpanStart) + Arguments(name);
    }

    /// <summary>
    /// Moves the body of an async method into a local function, whose parameters have the same names: nothing is captured but <c>this</c>.
    /// </summary>
    public static void Wrap(Edits edits, MethodDeclarationSyntax method)
    {
        SyntaxNode? body = (SyntaxNode?)method.Body ?? method.ExpressionBody;
        if (body is null)
        {
            return;
        }

        string name = FreeName(method);
        string indentation = edits.IndentationAt(method.Modifiers.Count > 0 ? method.Modifiers[0].SpanStart : method.ReturnType.SpanStart);
        string unit = indentation.Contains('\t') ? "\t" : "    ";
        string arguments = string.Join(", ", method.ParameterList.Parameters.Select(parameter => parameter.Identifier.Text));
        string parameters = string.Join(", ", method.ParameterList.Parameters.Select(ParameterOf));
        string modifiers = (UsesThis(edits, method) ? "" : "static ") + "async ";

        edits.DeleteWithSpace(method.Modifiers.First(modifier => modifier.IsKind(SyntaxKind.AsyncKeyword)));
        SyntaxToken header = body.GetFirstToken().GetPreviousToken();
        edits.Insert(
            header.Span.End,
            edits.NewLine + indentation + "{"
            + edits.NewLine + indentation + unit + $"return {name}({arguments});"
            + edits.NewLine
            + edits.NewLine + indentation + unit + $"{modifiers}{TypeAs(Pooled, edits, method.ReturnType)} {name}({parameters})");
        edits.Shift(header.Span.End, method.Span.End, unit, right: true);
        edits.Insert(method.Span.End, edits.NewLine + indentation + "}");
    }

    /// <summary>The reverse; changes nothing if a comment or an attribute would be lost.</summary>
    public static bool TryUnwrap(Edits edits, Wrapper wrapper)
    {
        MethodDeclarationSyntax method = wrapper.Method;
        LocalFunctionStatementSyntax function = wrapper.Function;
        SyntaxNode body = (SyntaxNode?)function.Body ?? function.ExpressionBody!;
        int header = method.Body!.OpenBraceToken.GetPreviousToken().Span.End;
        int innerHeader = body.GetFirstToken().GetPreviousToken().Span.End;

        bool hasComments = method.Body.DescendantTrivia().Any(
            trivia => (trivia.SpanStart < innerHeader || trivia.SpanStart >= function.Span.End)
                && !trivia.IsKind(SyntaxKind.WhitespaceTrivia)
                && !trivia.IsKind(SyntaxKind.EndOfLineTrivia));
        if (hasComments || function.AttributeLists.Count > 0)
        {
            return false;
        }

        string indentation = edits.IndentationAt(method.Body.OpenBraceToken.SpanStart);
        string inner = edits.IndentationAt(function.SpanStart);
        string unit = inner.StartsWith(indentation, System.StringComparison.Ordinal) ? inner.Substring(indentation.Length) : "";
        edits.Insert(method.ReturnType.SpanStart, "async ");
        edits.Delete(header, innerHeader);
        if (unit.Length > 0)
        {
            edits.Shift(innerHeader, function.Span.End, unit, right: false);
        }

        edits.Delete(function.Span.End, method.Body.CloseBraceToken.Span.End);
        return true;
    }

    private static SimpleNameSyntax NameOf(TypeSyntax type) => type switch
    {
        QualifiedNameSyntax qualified => qualified.Right,
        AliasQualifiedNameSyntax alias => alias.Name,
        _ => (SimpleNameSyntax)type,
    };

    private static string Arguments(SimpleNameSyntax name) => name is GenericNameSyntax generic ? generic.TypeArgumentList.ToString() : "";

    private static string FreeName(MethodDeclarationSyntax method)
    {
        var used = new HashSet<string>(
            method.DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken)).Select(token => token.ValueText));
        string name = Preferred;
        for (int i = 2; used.Contains(name); i++)
        {
            name = Preferred + i.ToString(System.Globalization.CultureInfo.InvariantCulture);
        }

        return name;
    }

    /// <summary>A parameter's type and name: defaults, attributes, <c>this</c> and <c>params</c> are the outer method's.</summary>
    private static string ParameterOf(ParameterSyntax parameter)
    {
        string scoped = parameter.Modifiers.Any(SyntaxKind.ScopedKeyword) ? "scoped " : "";
        return scoped + parameter.Type + " " + parameter.Identifier.Text;
    }

    /// <summary>Whether the body needs the instance: by a member, by base, or by a parameter of the primary constructor.</summary>
    private static bool UsesThis(Edits edits, MethodDeclarationSyntax method)
    {
        if (edits.Model.GetDeclaredSymbol(method) is { IsStatic: true })
        {
            return false;
        }

        return edits.Model.GetOperation(method) is not { } body
            || body.Descendants().Any(operation => operation switch
            {
                IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance } => true,
                IParameterReferenceOperation { Parameter.ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Constructor } } => true,
                _ => operation.Kind == OperationKind.Invalid,
            });
    }
}
