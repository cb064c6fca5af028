using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Awaits or forgets what is dropped.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0003NotConsumedFix))]
public sealed class PA0003NotConsumedFix() : PooledFix(Rule.NotConsumed, "Call Forget()", "Await it")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        // The method may need the local later; a person has to look.
        if (node is not ExpressionSyntax expression || node.FirstAncestorOrSelf<ConditionalAccessExpressionSyntax>() is not null)
        {
            return;
        }

        bool isDiscarded = expression.Parent is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.Text: "_" } };
        if (!isDiscarded && expression.Parent is not (ExpressionStatementSyntax or LambdaExpressionSyntax))
        {
            return;
        }

        int start = isDiscarded ? expression.Parent!.SpanStart : expression.SpanStart;
        if (action == 1)
        {
            if (Functions.IsAsync(expression))
            {
                edits.Replace(Microsoft.CodeAnalysis.Text.TextSpan.FromBounds(start, expression.SpanStart), "await ");
            }

            return;
        }

        bool isPooled = KnownTypes.IsPooledValueTask(edits.Model.GetTypeInfo(expression).Type);
        if (isPooled && expression.Kind() is SyntaxKind.InvocationExpression or SyntaxKind.SimpleMemberAccessExpression)
        {
            edits.Delete(start, expression.SpanStart);
            edits.Insert(expression.Span.End, ".Forget()");
        }
    }
}
