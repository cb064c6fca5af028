using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Awaits instead of blocking, where the method is async.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0005BlockingFix))]
public sealed class PA0005BlockingFix() : PooledFix(Rule.Blocking, "Await it")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (node is not ExpressionSyntax expression || !Functions.IsAsync(node))
        {
            return;
        }

        // The report is at the variable, or at the whole call: find the operation, and the whole.
        ExpressionSyntax operation = expression;
        while (!KnownTypes.IsPooledValueTask(edits.Model.GetTypeInfo(operation).Type))
        {
            switch (operation)
            {
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax call }:
                    operation = call.Expression;
                    break;
                case MemberAccessExpressionSyntax member:
                    operation = member.Expression;
                    break;
                default:
                    return;
            }
        }

        ExpressionSyntax whole = operation;
        while (true)
        {
            ExpressionSyntax? outer = whole.Parent switch
            {
                MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } member when member.Expression == whole => call,
                MemberAccessExpressionSyntax member when member.Expression == whole => member,
                _ => null,
            };
            if (outer is null
                || (whole is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name: var name } }
                    && name.Identifier.Text is "GetResult" or "Wait")
                || whole is MemberAccessExpressionSyntax { Name.Identifier.Text: "Result" })
            {
                break;
            }

            whole = outer;
        }

        if (whole == operation)
        {
            return;
        }

        bool needsParentheses =
            whole.Parent is MemberAccessExpressionSyntax or ElementAccessExpressionSyntax or ConditionalAccessExpressionSyntax;
        edits.Insert(operation.SpanStart, needsParentheses ? "(await " : "await ");
        edits.Replace(Microsoft.CodeAnalysis.Text.TextSpan.FromBounds(operation.Span.End, whole.Span.End), needsParentheses ? ")" : "");
    }
}
