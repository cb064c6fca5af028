using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Awaits the PooledValueTask itself.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0010AwaitedAsValueTaskFix))]
public sealed class PA0010AwaitedAsValueTaskFix() : PooledFix(Rule.AwaitedAsValueTask, "Await the PooledValueTask")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        switch (node)
        {
            case InvocationExpressionSyntax invocation
                when invocation.Expression is MemberAccessExpressionSyntax { Name.Identifier.Text: "AsValueTask" } call:
                edits.Delete(call.Expression.Span.End, invocation.Span.End);
                break;
            case MemberAccessExpressionSyntax { Name: { Identifier.Text: "Task" } name }:
                edits.Replace(name.Span, "PooledTask");
                break;
        }
    }
}
