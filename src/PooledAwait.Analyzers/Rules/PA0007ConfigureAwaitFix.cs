using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Says where the method continues.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0007ConfigureAwaitFix))]
public sealed class PA0007ConfigureAwaitFix()
    : PooledFix(Rule.ConfigureAwait, "Call ConfigureAwait(false)", "Call ConfigureAwait(true)")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (node is ExpressionSyntax awaited)
        {
            edits.AppendCall(awaited, action == 0 ? ".ConfigureAwait(false)" : ".ConfigureAwait(true)");
        }
    }
}
