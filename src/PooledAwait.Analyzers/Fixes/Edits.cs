using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledAwait.CodeFixes;

/// <summary>The changes that fixes make to a file, as one of the projects that compile it sees them.</summary>
internal sealed class Edits
{
    private readonly List<TextChange> _changes = [];
    private readonly SortedSet<string> _imports = new(StringComparer.Ordinal);
    private readonly HashSet<string> _leavesImports = [];

    public Edits(CompilationUnitSyntax root, SemanticModel model, SourceText text)
    {
        Root = root;
        Model = model;
        Text = text;
        SyntaxTrivia end = root.DescendantTrivia().FirstOrDefault(trivia => trivia.IsKind(SyntaxKind.EndOfLineTrivia));
        NewLine = end.ToString() is { Length: > 0 } newLine ? newLine : "\n";
    }

    public CompilationUnitSyntax Root { get; }

    public SemanticModel Model { get; }

    public SourceText Text { get; }

    public string NewLine { get; }

    public IReadOnlyList<TextChange> Changes => _changes;

    /// <summary>Namespaces that the changes need.</summary>
    public IReadOnlyCollection<string> Imports => _imports;

    /// <summary>Namespaces that the file may no longer need.</summary>
    public IReadOnlyCollection<string> LeavesImports => _leavesImports;

    /// <summary>Whether this project compiles the text at a position.</summary>
    public bool Compiles(int position) => !Root.FindTrivia(position).IsKind(SyntaxKind.DisabledTextTrivia);

    /// <summary>Whether another project also makes every change whose text it compiles.</summary>
    public bool AreSharedBy(Edits other)
    {
        return _changes.All(change => !other.Compiles(change.Span.Start) || other._changes.Contains(change));
    }

    public void Add(Edits other)
    {
        _changes.AddRange(other._changes);
        _imports.UnionWith(other._imports);
        _leavesImports.UnionWith(other._leavesImports);
    }

    /// <summary>The meaning of another text in this project.</summary>
    public SemanticModel ModelOf(SourceText text)
    {
        // The compiler looks for unused directives, and for names in documentation, only where it diagnoses documentation.
        CSharpParseOptions options = ((CSharpParseOptions)Root.SyntaxTree.Options).WithDocumentationMode(DocumentationMode.Diagnose);
        SyntaxTree tree = CSharpSyntaxTree.ParseText(text, options, Root.SyntaxTree.FilePath);
        return Model.Compilation.ReplaceSyntaxTree(Model.SyntaxTree, tree).GetSemanticModel(tree);
    }

    public void Insert(int position, string text) => _changes.Add(new TextChange(new TextSpan(position, 0), text));

    public void Replace(TextSpan span, string text) => _changes.Add(new TextChange(span, text));

    public void Delete(int start, int end) => _changes.Add(new TextChange(TextSpan.FromBounds(start, end), ""));

    /// <summary>Calls a method on an expression's value.</summary>
    public void AppendCall(ExpressionSyntax expression, string call)
    {
        while (expression.Parent is ParenthesizedExpressionSyntax parenthesized)
        {
            expression = parenthesized;
        }

        bool isPrimary = expression
            is InvocationExpressionSyntax or MemberAccessExpressionSyntax or IdentifierNameSyntax or GenericNameSyntax
            or ParenthesizedExpressionSyntax or ElementAccessExpressionSyntax or DefaultExpressionSyntax or ObjectCreationExpressionSyntax;
        if (!isPrimary)
        {
            Insert(expression.SpanStart, "(");
        }

        Insert(expression.Span.End, isPrimary ? call : ")" + call);
    }

    /// <summary>Deletes an attribute, and the line it had for itself.</summary>
    public void DeleteAttribute(AttributeSyntax attribute)
    {
        var list = (AttributeListSyntax)attribute.Parent!;
        if (list.Attributes.Count > 1)
        {
            Replace(WholeOf(attribute), "");
            return;
        }

        SyntaxToken next = list.GetLastToken().GetNextToken();
        if (next.LeadingTrivia.All(trivia => trivia.Kind() is SyntaxKind.WhitespaceTrivia or SyntaxKind.EndOfLineTrivia))
        {
            Delete(list.SpanStart, next.SpanStart);
            return;
        }

        // A comment or a directive of the preprocessor stands between.
        TextLine line = Text.Lines.GetLineFromPosition(list.SpanStart);
        bool isAlone = line.ToString().Trim() == list.ToString();
        Delete(isAlone ? line.Start : list.SpanStart, isAlone ? line.EndIncludingLineBreak : list.Span.End);
    }

    /// <summary>Makes an attribute a comment, which <see cref="Uncomment"/> finds.</summary>
    public void CommentOut(AttributeSyntax attribute)
    {
        TextSpan whole = WholeOf(attribute);
        Insert(whole.Start, "/*");
        Insert(whole.End, "*/");
    }

    /// <summary>Makes the comments between a function's beginning and its return type code again, if they name something.</summary>
    public void Uncomment(SyntaxNode function, string name)
    {
        foreach (SyntaxTrivia comment in function.DescendantTrivia().Where(
            trivia => trivia.SpanStart < Functions.ReturnTypeOf(function).SpanStart
                && trivia.IsKind(SyntaxKind.MultiLineCommentTrivia)
                && trivia.ToString().Contains(name)))
        {
            Delete(comment.SpanStart, comment.SpanStart + 2);
            Delete(comment.Span.End - 2, comment.Span.End);
        }
    }

    /// <summary>An attribute with what separates it from its neighbour, or with the brackets that it has for itself.</summary>
    private static TextSpan WholeOf(AttributeSyntax attribute)
    {
        var list = (AttributeListSyntax)attribute.Parent!;
        int index = list.Attributes.IndexOf(attribute);
        return list.Attributes.Count == 1 ? list.Span
            : index == 0 ? TextSpan.FromBounds(attribute.SpanStart, list.Attributes[1].SpanStart)
            : TextSpan.FromBounds(list.Attributes[index - 1].Span.End, attribute.Span.End);
    }

    /// <summary>The white space at the beginning of a position's line.</summary>
    public string IndentationAt(int position)
    {
        string line = Text.Lines.GetLineFromPosition(position).ToString();
        return line.Substring(0, line.Length - line.TrimStart().Length);
    }

    /// <summary>The name by which code at a position can refer to a type; asks for a using directive where one is missing.</summary>
    public string NameOf(INamedTypeSymbol type, int position)
    {
        string name = type.Name;
        string space = type.ContainingNamespace.ToDisplayString();
        ILookup<bool, INamedTypeSymbol> found = Model.LookupNamespacesAndTypes(position, name: name).OfType<INamedTypeSymbol>()
            .Where(candidate => candidate.Arity == type.Arity)
            .ToLookup(candidate => candidate.ContainingNamespace.ToDisplayString() == space);
        string attribute = WithoutSuffix(name);
        if (found[false].Any() || (!found[true].Any() && GivesASecondMeaning(type.ContainingNamespace)))
        {
            return "global::" + space + "." + attribute;
        }

        if (!found[true].Any())
        {
            _imports.Add(space);
        }

        return attribute;
    }

    private static string WithoutSuffix(string name) =>
        name.EndsWith("Attribute", StringComparison.Ordinal) ? name.Substring(0, name.Length - "Attribute".Length) : name;

    /// <summary>Whether a using directive would make a name of this file ambiguous (CS0104): a name of a type that comes by another using
    /// directive, and not from the namespaces or types around it.</summary>
    private bool GivesASecondMeaning(INamespaceSymbol import)
    {
        var types = new HashSet<(string Name, int Arity)>(
            from type in Model.Compilation.GetCompilationNamespace(import)?.GetTypeMembers() ?? ImmutableArray<INamedTypeSymbol>.Empty
            where Model.Compilation.IsSymbolAccessibleWithin(type, Model.Compilation.Assembly)
            from name in (string[])[type.Name, WithoutSuffix(type.Name)]
            select (name, type.Arity));
        return Root.DescendantNodes().OfType<SimpleNameSyntax>().Any(name =>
            types.Contains((name.Identifier.ValueText, name.Arity))
            && name.Parent is not (QualifiedNameSyntax or AliasQualifiedNameSyntax)
            && !(name.Parent is MemberAccessExpressionSyntax member && member.Name == name)
            && Model.GetSymbolInfo(name).Symbol is { } symbol
            && (symbol is IMethodSymbol { MethodKind: MethodKind.Constructor } ? symbol.ContainingType : symbol) is INamedTypeSymbol meant
            && meant.ContainingType is null
            && meant.ContainingNamespace.ToDisplayString() != import.ToDisplayString()
            && !IsAround(meant.ContainingNamespace, name.SpanStart));

        bool IsAround(INamespaceSymbol space, int position)
        {
            ISymbol? around = Model.GetEnclosingSymbol(position);
            INamespaceSymbol? current = around as INamespaceSymbol ?? around?.ContainingNamespace;
            while (current is not null && current.ToDisplayString() != space.ToDisplayString())
            {
                current = current.ContainingNamespace;
            }

            return current is not null;
        }
    }

    /// <summary>Removes a namespace's using directive if nothing in the document needs it after the changes.</summary>
    public void RemoveImportIfUnused(string import) => _leavesImports.Add(import);
}
