using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Removes an attribute that has no effect.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0008RuntimeAsyncFix))]
public sealed class PA0008RuntimeAsyncFix() : PooledFix(Rule.RuntimeAsync, "Remove the attribute")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (node.FirstAncestorOrSelf<AttributeSyntax>() is { } attribute)
        {
            edits.DeleteAttribute(attribute);
        }
    }
}
