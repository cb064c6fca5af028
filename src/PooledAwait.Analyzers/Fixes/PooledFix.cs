using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;

namespace PooledAwait.CodeFixes;

/// <summary>A fix that says which text changes. One occurrence and all of a document go the same way: all changes are of the original text,
/// and are applied together, in every project that compiles the file.</summary>
/// <remarks>Fixes have no [Shared] attribute: it would make the assembly refer to System.Composition in a version that older hosts do not
/// have.</remarks>
public abstract class PooledFix : CodeFixProvider
{
    private protected PooledFix(string id, params string[] titles)
    {
        FixableDiagnosticIds = ImmutableArray.Create(id);
        Titles = titles.ToImmutableArray();
    }

    public sealed override ImmutableArray<string> FixableDiagnosticIds { get; }

    /// <summary>The fixes that it offers; the first is the one that a command applies.</summary>
    private ImmutableArray<string> Titles { get; }

    public sealed override FixAllProvider GetFixAllProvider() => new AllOfADocument(this);

    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        for (int i = 0; i < Titles.Length; i++)
        {
            Diagnostic diagnostic = context.Diagnostics[0];
            FileEdits edits = await EditsAsync(context.Document, [diagnostic], i, context.CancellationToken).ConfigureAwait(false);
            if (!edits.IsEmpty)
            {
                context.RegisterCodeFix(
                    CodeAction.Create(Titles[i], _ => Task.FromResult(edits.Apply()), equivalenceKey: Titles[i]),
                    diagnostic);
            }
        }
    }

    /// <summary>Adds the changes for one occurrence of what the rule reported; none if no change would be right.</summary>
    private protected abstract void Fix(Edits edits, SyntaxNode node, int action);

    private async Task<FileEdits> EditsAsync(
        Document document, IEnumerable<Diagnostic> diagnostics, int action, CancellationToken cancellationToken)
    {
        FileEdits edits = await FileEdits.OfAsync(document, cancellationToken).ConfigureAwait(false);
        foreach (TextSpan span in diagnostics.Select(diagnostic => diagnostic.Location.SourceSpan).Distinct().OrderBy(span => span.Start))
        {
            edits.Add(span, (project, node) => Fix(project, node, action));
        }

        return edits;
    }

    private sealed class AllOfADocument : DocumentBasedFixAllProvider
    {
        private readonly PooledFix _fix;

        public AllOfADocument(PooledFix fix) => _fix = fix;

        protected override async Task<Document?> FixAllAsync(
            FixAllContext context, Document document, ImmutableArray<Diagnostic> diagnostics)
        {
            if (diagnostics.IsEmpty)
            {
                return document;
            }

            // The other frameworks of the project may compile text that this one does not: all get the same changes.
            IEnumerable<Diagnostic> all = diagnostics;
            foreach (DocumentId id in document.GetLinkedDocumentIds())
            {
                Document linked = document.Project.Solution.GetDocument(id)!;
                all = all.Concat(await context.GetDocumentDiagnosticsAsync(linked).ConfigureAwait(false));
            }

            int action = _fix.Titles.IndexOf(context.CodeActionEquivalenceKey!);
            FileEdits edits = await _fix.EditsAsync(document, all, action, context.CancellationToken).ConfigureAwait(false);
            return edits.Apply();
        }
    }
}
