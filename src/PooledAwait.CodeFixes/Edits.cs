using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledAwait.CodeFixes;

/// <summary>A document and the changes that fixes want of it.</summary>
internal sealed class Edits
{
    private readonly Document _document;
    private readonly List<TextChange> _changes = [];
    private readonly SortedSet<string> _imports = new(StringComparer.Ordinal);
    private readonly HashSet<string> _leavesImports = [];
    private readonly List<TextChange> _shorterLambdas = [];

    private Edits(Document document, CompilationUnitSyntax root, SemanticModel model, SourceText text)
    {
        _document = document;
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

    public bool IsEmpty => _changes.Count == 0;

    public static async Task<Edits> OfAsync(Document document, CancellationToken cancellationToken)
    {
        var root = (CompilationUnitSyntax)(await document.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false))!;
        SemanticModel model = (await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false))!;
        SourceText text = await document.GetTextAsync(cancellationToken).ConfigureAwait(false);
        return new Edits(document, root, model, text);
    }

    public void Insert(int position, string text) => _changes.Add(new TextChange(new TextSpan(position, 0), text));

    public void Replace(TextSpan span, string text) => _changes.Add(new TextChange(span, text));

    public void Delete(int start, int end) => _changes.Add(new TextChange(TextSpan.FromBounds(start, end), ""));

    /// <summary>Deletes a token and the space after it.</summary>
    public void DeleteWithSpace(SyntaxToken token)
    {
        SyntaxToken next = token.GetNextToken();
        bool isOnSameLine = LineOf(token.SpanStart) == LineOf(next.SpanStart);
        Delete(token.SpanStart, isOnSameLine ? next.SpanStart : token.Span.End);
    }

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
            int index = list.Attributes.IndexOf(attribute);
            Delete(
                index == 0 ? attribute.SpanStart : list.Attributes[index - 1].Span.End,
                index == 0 ? list.Attributes[1].SpanStart : attribute.Span.End);
            return;
        }

        Delete(list.SpanStart, list.GetLastToken().GetNextToken().SpanStart);
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
        INamedTypeSymbol[] found = Model.LookupNamespacesAndTypes(position, name: name).OfType<INamedTypeSymbol>().ToArray();
        string attribute = name.EndsWith("Attribute", StringComparison.Ordinal)
            ? name.Substring(0, name.Length - "Attribute".Length)
            : name;
        if (found.Any(candidate => candidate.ContainingNamespace.ToDisplayString() == type.ContainingNamespace.ToDisplayString()))
        {
            return attribute;
        }

        if (found.Any(candidate => candidate.Arity == type.Arity))
        {
            return "global::" + type.ContainingNamespace.ToDisplayString() + "." + attribute;
        }

        _imports.Add(type.ContainingNamespace.ToDisplayString());
        return attribute;
    }

    /// <summary>Moves the lines that begin in a span to the right or to the left.</summary>
    public void Shift(int start, int end, string unit, bool right)
    {
        for (int number = LineOf(start) + 1; number <= LineOf(end); number++)
        {
            TextLine line = Text.Lines[number];
            string text = line.ToString();
            if (string.IsNullOrWhiteSpace(text) || !BeginsCode(line.Start))
            {
                continue;
            }

            if (right)
            {
                Insert(line.Start, unit);
            }
            else if (text.StartsWith(unit, StringComparison.Ordinal))
            {
                Delete(line.Start, line.Start + unit.Length);
            }
        }
    }

    /// <summary>Removes a lambda's return type, and a single parameter's parentheses, if all lambdas mean the same without them.</summary>
    public void RemoveReturnType(ParenthesizedLambdaExpressionSyntax lambda)
    {
        ParameterListSyntax list = lambda.ParameterList;
        bool isSimple = list.Parameters is [{ Type: null, Default: null, Modifiers.Count: 0, AttributeLists.Count: 0 }];
        if (lambda.ReturnType is { } type)
        {
            string parameters = isSimple ? list.Parameters[0].ToString() : list.ToString();
            _shorterLambdas.Add(new TextChange(TextSpan.FromBounds(type.SpanStart, list.Span.End), parameters));
        }
    }

    /// <summary>Removes a namespace's using directive if nothing in the document needs it after the changes.</summary>
    public void RemoveImportIfUnused(string import) => _leavesImports.Add(import);

    public Document Apply()
    {
        List<TextChange> changes = _changes.Distinct().OrderBy(change => change.Span.Start).ThenBy(change => change.Span.Length).ToList();
        if (changes.Count == 0)
        {
            return _document;
        }

        if (Root.Usings.Count == 0)
        {
            AddFirstImports(changes);
        }
        else
        {
            // Those that go to the same place: System's first.
            foreach (string import in _imports.OrderBy(import => IsSystem(import) ? 0 : 1))
            {
                AddImport(changes, import);
            }
        }

        SourceText text = Text.WithChanges(changes.Concat(_shorterLambdas).OrderBy(change => change.Span.Start));
        if (_shorterLambdas.Count > 0)
        {
            SourceText longer = Text.WithChanges(changes);
            text = HasSameLambdas(text, longer) ? text : longer;
        }

        return _document.WithText(_leavesImports.Count == 0 ? text : WithoutUnusedImports(text));
    }

    private int LineOf(int position) => Text.Lines.GetLineFromPosition(position).LineNumber;

    /// <summary>Whether a line begins outside a string, a directive, and text that is compiled out.</summary>
    private bool BeginsCode(int position)
    {
        SyntaxToken token = Root.FindToken(position);
        if (token.SpanStart < position && position < token.Span.End)
        {
            return false;
        }

        if (token.SpanStart <= position
            && token.Kind() is SyntaxKind.InterpolatedStringTextToken or SyntaxKind.InterpolatedStringEndToken
                or SyntaxKind.InterpolatedRawStringEndToken)
        {
            return false;
        }

        SyntaxTrivia trivia = Root.FindTrivia(position);
        return !trivia.IsDirective && !trivia.IsKind(SyntaxKind.DisabledTextTrivia);
    }

    private SemanticModel ModelOf(SourceText text)
    {
        // The compiler looks for unused directives, and for names in documentation, only where it diagnoses documentation.
        CSharpParseOptions options = ((CSharpParseOptions)Root.SyntaxTree.Options).WithDocumentationMode(DocumentationMode.Diagnose);
        SyntaxTree tree = CSharpSyntaxTree.ParseText(text, options, Root.SyntaxTree.FilePath);
        return Model.Compilation.ReplaceSyntaxTree(Model.SyntaxTree, tree).GetSemanticModel(tree);
    }

    private bool HasSameLambdas(SourceText text, SourceText longer)
    {
        SemanticModel model = ModelOf(text);
        return TypesOfLambdas(model).SequenceEqual(TypesOfLambdas(Model)) && CountOfErrors(model) <= CountOfErrors(ModelOf(longer));

        // A host that runs no source generators sees errors in any text.
        static int CountOfErrors(SemanticModel model) =>
            model.GetDiagnostics().Count(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);

        static IEnumerable<string?> TypesOfLambdas(SemanticModel model) =>
            from lambda in model.SyntaxTree.GetRoot().DescendantNodes().OfType<LambdaExpressionSyntax>()
            select model.GetTypeInfo(lambda).ConvertedType?.ToDisplayString()
                + (model.GetSymbolInfo(lambda).Symbol as IMethodSymbol)?.ReturnType.ToDisplayString();
    }

    private SourceText WithoutUnusedImports(SourceText text)
    {
        SemanticModel model = ModelOf(text);
        var root = (CompilationUnitSyntax)model.SyntaxTree.GetRoot();

        // Text that is compiled out here may need the directive elsewhere. ConfigureAwait is taken to be the framework's.
        var ofTask = new HashSet<string>(model.Compilation.GetTypeByMetadataName(typeof(Task).FullName!)?.MemberNames ?? []);
        var elsewhere = new HashSet<string>(
            from trivia in root.DescendantTrivia()
            where trivia.IsKind(SyntaxKind.DisabledTextTrivia)
            from token in SyntaxFactory.ParseTokens(trivia.ToString())
            where token.IsKind(SyntaxKind.IdentifierToken)
            select token.ValueText);
        UsingDirectiveSyntax[] candidates = root.Usings
            .Where(directive => directive.Alias is null
                && _leavesImports.Contains(directive.Name?.ToString() ?? "")
                && !NamesIn(directive).Any(elsewhere.Contains))
            .ToArray();
        if (candidates.Length == 0)
        {
            return text;
        }

        var unused = new HashSet<TextSpan>(
            model.GetDiagnostics().Where(diagnostic => diagnostic.Id == "CS8019").Select(diagnostic => diagnostic.Location.SourceSpan));

        // The compiler takes a directive for used as soon as it has looked at an extension method of its namespace.
        int complaints = CountOfComplaints(model);
        UsingDirectiveSyntax[] removed = candidates
            .Where(directive => unused.Contains(directive.Span) || CountOfComplaints(ModelOf(Without(directive))) <= complaints)
            .ToArray();
        return text.WithChanges(removed.Select(directive => new TextChange(LinesOf(directive), "")));

        SourceText Without(UsingDirectiveSyntax directive) => text.WithChanges(new TextChange(directive.Span, ""));

        static int CountOfComplaints(SemanticModel model) =>
            model.GetDiagnostics().Count(diagnostic => diagnostic.Severity != DiagnosticSeverity.Hidden);

        IEnumerable<string> NamesIn(UsingDirectiveSyntax directive) =>
            model.GetSymbolInfo(directive.Name!).Symbol is INamespaceSymbol space
                ? space.GetTypeMembers().SelectMany(type => NamesOf(type))
                : Enumerable.Empty<string>();

        IEnumerable<string> NamesOf(INamedTypeSymbol type) => type.GetMembers().OfType<IMethodSymbol>()
            .Where(method => method.IsExtensionMethod && !ofTask.Contains(method.Name))
            .Select(method => method.Name)
            .Concat([type.Name, type.Name.Replace("Attribute", "")]);

        TextSpan LinesOf(UsingDirectiveSyntax directive)
        {
            TextLine last = text.Lines.GetLineFromPosition(directive.Span.End);
            int end = last.EndIncludingLineBreak;

            // The empty line that separates the last of them from the code.
            bool isLast = removed.Length == root.Usings.Count && directive == removed[removed.Length - 1];
            if (isLast && last.LineNumber + 1 < text.Lines.Count && text.Lines[last.LineNumber + 1] is { Span.Length: 0 } empty)
            {
                end = empty.EndIncludingLineBreak;
            }

            return TextSpan.FromBounds(directive.SpanStart, end);
        }
    }

    /// <summary>To a file without any: behind what the compiler wants first.</summary>
    private void AddFirstImports(List<TextChange> changes)
    {
        if (_imports.Count == 0)
        {
            return;
        }

        SyntaxTriviaList leading = Root.GetLeadingTrivia();
        int position = leading.FullSpan.Start;
        foreach (SyntaxTrivia trivia in leading)
        {
            if (trivia.Kind() is SyntaxKind.DefineDirectiveTrivia or SyntaxKind.UndefDirectiveTrivia)
            {
                position = trivia.FullSpan.End;
            }
        }

        string lines = string.Concat(
            _imports.OrderBy(import => IsSystem(import) ? 0 : 1).Select(import => $"using {import};" + NewLine));
        changes.Add(new TextChange(new TextSpan(position, 0), lines + NewLine));
    }

    private void AddImport(List<TextChange> changes, string import)
    {
        SyntaxList<UsingDirectiveSyntax> usings = Root.Usings;
        string line = $"using {import};" + NewLine;

        // With a directive between them, only the place before the first is outside every #if.
        bool hasDirectives = usings.Any(directive => directive.ContainsDirectives);
        UsingDirectiveSyntax? before = hasDirectives ? null : usings.LastOrDefault(directive => ComesBefore(directive, import));
        if (before is not null)
        {
            changes.Add(new TextChange(new TextSpan(Text.Lines.GetLineFromPosition(before.Span.End).EndIncludingLineBreak, 0), line));
            return;
        }

        SyntaxTriviaList trivias = usings[0].GetLeadingTrivia();
        bool isConditional = trivias.Any(trivia => trivia.IsKind(SyntaxKind.IfDirectiveTrivia));
        changes.Add(new TextChange(new TextSpan(isConditional ? trivias.FullSpan.Start : usings[0].SpanStart, 0), line));
    }

    private static bool ComesBefore(UsingDirectiveSyntax directive, string import)
    {
        if (directive.Alias is not null || directive.StaticKeyword.IsKind(SyntaxKind.StaticKeyword))
        {
            return false;
        }

        string name = directive.Name?.ToString() ?? "";
        bool isSystem = IsSystem(name);
        return isSystem != IsSystem(import) ? isSystem : string.CompareOrdinal(name, import) < 0;
    }

    private static bool IsSystem(string name) => name == "System" || name.StartsWith("System.", StringComparison.Ordinal);
}
