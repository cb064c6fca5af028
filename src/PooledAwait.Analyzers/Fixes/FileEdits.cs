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

/// <summary>The changes of a file for all projects that compile it. A project with several target frameworks is several to a host, and the
/// host cannot merge changes that differ between them.</summary>
internal sealed class FileEdits
{
    private readonly Document _document;
    private readonly List<Edits> _projects;

    private FileEdits(Document document, List<Edits> projects)
    {
        _document = document;
        _projects = projects;
    }

    public bool IsEmpty => _projects.All(edits => edits.Changes.Count == 0);

    private Edits First => _projects[0];

    public static async Task<FileEdits> OfAsync(Document document, CancellationToken cancellationToken)
    {
        SourceText text = await document.GetTextAsync(cancellationToken).ConfigureAwait(false);
        Solution solution = document.Project.Solution;
        List<ProjectId> order = solution.ProjectIds.ToList();
        var projects = new List<Edits>();
        foreach (DocumentId id in document.GetLinkedDocumentIds().Add(document.Id).OrderBy(id => order.IndexOf(id.ProjectId)))
        {
            Document linked = solution.GetDocument(id)!;
            SourceText other = await linked.GetTextAsync(cancellationToken).ConfigureAwait(false);
            if (other.ContentEquals(text)
                && await linked.GetSyntaxRootAsync(cancellationToken).ConfigureAwait(false) is CompilationUnitSyntax root
                && await linked.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false) is { } model)
            {
                projects.Add(new Edits(root, model, text));
            }
        }

        return new FileEdits(document, projects);
    }

    /// <summary>Adds what a fix does at a place, if it does the same in every project that compiles the place.</summary>
    public void Add(TextSpan span, Action<Edits, SyntaxNode> fix)
    {
        var added = new List<(Edits All, Edits Here)>();
        foreach (Edits project in _projects.Where(project => project.Compiles(span.Start)))
        {
            var here = new Edits(project.Root, project.Model, project.Text);
            fix(here, here.Root.FindNode(span, getInnermostNodeForTie: true));
            added.Add((project, here));
        }

        if (added.All(one => added.All(other => one.Here.AreSharedBy(other.Here))))
        {
            foreach ((Edits all, Edits here) in added)
            {
                all.Add(here);
            }
        }
    }

    /// <summary>The document with the changes, which are the same for each of the projects.</summary>
    public Document Apply()
    {
        if (IsEmpty)
        {
            return _document;
        }

        List<TextChange> changes = _projects.SelectMany(edits => edits.Changes)
            .Distinct().OrderBy(change => change.Span.Start).ThenBy(change => change.Span.Length).ToList();

        // Those that go to the same place, with System's first.
        string[] imports = _projects.SelectMany(edits => edits.Imports).Distinct()
            .OrderBy(import => IsSystem(import) ? 0 : 1).ThenBy(import => import, StringComparer.Ordinal).ToArray();
        if (First.Root.Usings.Count == 0)
        {
            AddFirstImports(changes, imports);
        }
        else
        {
            foreach (string import in imports)
            {
                AddImport(changes, import);
            }
        }

        return _document.WithText(WithoutUnusedImports(First.Text.WithChanges(changes.OrderBy(change => change.Span.Start))));
    }

    private SourceText WithoutUnusedImports(SourceText text)
    {
        var imports = new HashSet<string>(_projects.SelectMany(edits => edits.LeavesImports));
        if (imports.Count == 0)
        {
            return text;
        }

        SemanticModel[] models = _projects.Select(project => project.ModelOf(text)).ToArray();
        SyntaxNode[] roots = models.Select(model => model.SyntaxTree.GetRoot()).ToArray();
        var root = (CompilationUnitSyntax)roots[0];

        // Text that none of the projects compiles may need the directive elsewhere. ConfigureAwait is taken to be the framework's.
        var ofTask = new HashSet<string>(
            models.SelectMany(model => model.Compilation.GetTypeByMetadataName(typeof(Task).FullName!)?.MemberNames ?? []));
        var elsewhere = new HashSet<string>(
            from trivia in root.DescendantTrivia()
            where roots.All(other => other.FindTrivia(trivia.SpanStart).IsKind(SyntaxKind.DisabledTextTrivia))
            from token in SyntaxFactory.ParseTokens(trivia.ToString())
            where token.IsKind(SyntaxKind.IdentifierToken)
            select token.ValueText);
        UsingDirectiveSyntax[] candidates = root.Usings
            .Where(directive => directive.Alias is null
                && imports.Contains(directive.Name?.ToString() ?? "")
                && !models.SelectMany((model, i) => NamesIn(model, SameIn(roots[i], directive))).Any(elsewhere.Contains))
            .ToArray();
        if (candidates.Length == 0)
        {
            return text;
        }

        UsingDirectiveSyntax[] removed = candidates;
        for (int i = 0; i < models.Length; i++)
        {
            // The compiler takes a directive for used as soon as it has looked at an extension method of its namespace.
            Edits project = _projects[i];
            int complaints = CountOfComplaints(models[i]);
            var unused = new HashSet<TextSpan>(
                models[i].GetDiagnostics()
                    .Where(diagnostic => diagnostic.Id == "CS8019").Select(diagnostic => diagnostic.Location.SourceSpan));
            removed = removed
                .Where(directive => SameIn(roots[i], directive) is null
                    || unused.Contains(directive.Span)
                    || CountOfComplaints(project.ModelOf(Without(directive))) <= complaints)
                .ToArray();
        }

        return text.WithChanges(removed.Select(directive => new TextChange(LinesOf(directive), "")));

        static UsingDirectiveSyntax? SameIn(SyntaxNode root, UsingDirectiveSyntax directive) =>
            root.FindNode(directive.Span) as UsingDirectiveSyntax;

        SourceText Without(UsingDirectiveSyntax directive) => text.WithChanges(new TextChange(directive.Span, ""));

        static int CountOfComplaints(SemanticModel model) =>
            model.GetDiagnostics().Count(diagnostic => diagnostic.Severity != DiagnosticSeverity.Hidden);

        IEnumerable<string> NamesIn(SemanticModel model, UsingDirectiveSyntax? directive) =>
            directive is not null && model.GetSymbolInfo(directive.Name!).Symbol is INamespaceSymbol space
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

    /// <summary>For a file without any: after what the compiler requires to be first.</summary>
    private void AddFirstImports(List<TextChange> changes, string[] imports)
    {
        if (imports.Length == 0)
        {
            return;
        }

        SyntaxTriviaList leading = First.Root.GetLeadingTrivia();
        int position = leading.FullSpan.Start;
        foreach (SyntaxTrivia trivia in leading)
        {
            if (trivia.Kind() is SyntaxKind.DefineDirectiveTrivia or SyntaxKind.UndefDirectiveTrivia)
            {
                position = trivia.FullSpan.End;
            }
        }

        string lines = string.Concat(imports.Select(import => $"using {import};" + First.NewLine));
        changes.Add(new TextChange(new TextSpan(position, 0), lines + First.NewLine));
    }

    private void AddImport(List<TextChange> changes, string import)
    {
        SyntaxList<UsingDirectiveSyntax> usings = First.Root.Usings;
        string line = $"using {import};" + First.NewLine;

        // With a directive between them, only the place before the first is outside every #if.
        bool hasDirectives = usings.Any(directive => directive.ContainsDirectives);
        UsingDirectiveSyntax? before = hasDirectives ? null : usings.LastOrDefault(directive => ComesBefore(directive, import));
        if (before is not null)
        {
            changes.Add(new TextChange(new TextSpan(First.Text.Lines.GetLineFromPosition(before.Span.End).EndIncludingLineBreak, 0), line));
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
