using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Puts the attribute on a method, a local function or a lambda.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0011PoolWithAttributeFix))]
public sealed class PA0011PoolWithAttributeFix() : PooledFix(Rule.PoolWithAttribute, "Pool with [AsyncMethodBuilder]")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action) => Functions.Pool(edits, Functions.Around(node));
}
