using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace PooledAwait.CodeFixes;

/// <summary>
/// A fix that says which text changes. One occurrence and all of a document go the same way: all changes are of the original
/// text, and are applied together.
/// </summary>
/// <remarks>
/// Fixes have no [Shared] attribute: it would make the assembly refer to System.Composition in a version that older hosts do not have.
/// </remarks>
public abstract class PooledFix : CodeFixProvider
{
    private protected PooledFix(string id, params string[] titles)
    {
        FixableDiagnosticIds = ImmutableArray.Create(id);
        Titles = titles.ToImmutableArray();
    }

    /// <inheritdoc/>
    public sealed override ImmutableArray<string> FixableDiagnosticIds { get; }

    /// <summary>The fixes that it offers; the first is the one that a command applies.</summary>
    private ImmutableArray<string> Titles { get; }

    /// <inheritdoc/>
    public sealed override FixAllProvider GetFixAllProvider() => new AllOfADocument(this);

    /// <inheritdoc/>
    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        for (int i = 0; i < Titles.Length; i++)
        {
            int action = i;
            Diagnostic diagnostic = context.Diagnostics[0];
            Edits edits = await Edits.OfAsync(context.Document, context.CancellationToken).ConfigureAwait(false);
            Fix(edits, edits.Root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true), action);
            if (!edits.IsEmpty)
            {
                context.RegisterCodeFix(
                    CodeAction.Create(
                        Titles[action],
                        cancellationToken => ApplyAsync(context.Document, ImmutableArray.Create(diagnostic), action, cancellationToken),
                        equivalenceKey: Titles[action]),
                    diagnostic);
            }
        }
    }

    /// <summary>Adds the changes for one occurrence; none, if there is nothing that would be right.</summary>
    /// <param name="edits">The document's text, its meaning, and where changes go.</param>
    /// <param name="node">The node that the rule reported.</param>
    /// <param name="action">Which of the fixes.</param>
    private protected abstract void Fix(Edits edits, SyntaxNode node, int action);

    private async Task<Document> ApplyAsync(
        Document document, ImmutableArray<Diagnostic> diagnostics, int action, CancellationToken cancellationToken)
    {
        Edits edits = await Edits.OfAsync(document, cancellationToken).ConfigureAwait(false);
        foreach (Diagnostic diagnostic in diagnostics.OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start))
        {
            Fix(edits, edits.Root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true), action);
        }

        return edits.Apply();
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

            int action = _fix.Titles.IndexOf(context.CodeActionEquivalenceKey!);
            return await _fix.ApplyAsync(document, diagnostics, action, context.CancellationToken).ConfigureAwait(false);
        }
    }
}
