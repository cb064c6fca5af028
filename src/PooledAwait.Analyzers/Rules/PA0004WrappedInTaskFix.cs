using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Returns a Task from the delegate, for which Task.Run and its like have an overload.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0004WrappedInTaskFix))]
public sealed class PA0004WrappedInTaskFix() : PooledFix(Rule.WrappedInTask, "Return AsTask() from the delegate")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        // Only Task.Run unwraps.
        if (node.FirstAncestorOrSelf<InvocationExpressionSyntax>() is not
            {
                ArgumentList.Arguments: [{ Expression: var function }, ..],
                Expression: MemberAccessExpressionSyntax { Name.Identifier.Text: "Run", Name: IdentifierNameSyntax },
            })
        {
            return;
        }

        switch (function)
        {
            case LambdaExpressionSyntax { ExpressionBody: { } body }:
                Append(edits, body);
                break;

            case LambdaExpressionSyntax { Block: { } block }:
                foreach (ReturnStatementSyntax statement in block
                    .DescendantNodes(inner => inner is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax))
                    .OfType<ReturnStatementSyntax>())
                {
                    Append(edits, statement.Expression!);
                }

                break;

            case IdentifierNameSyntax or MemberAccessExpressionSyntax
                when edits.Model.GetSymbolInfo(function).Symbol is IMethodSymbol { ReturnType: var type }:
                edits.Insert(function.SpanStart, "() => ");
                edits.Insert(function.Span.End, "()" + AsTask(type));
                break;
        }
    }

    private static void Append(Edits edits, ExpressionSyntax expression)
    {
        if (edits.Model.GetTypeInfo(expression).Type is { } type)
        {
            edits.AppendCall(expression, AsTask(type));
        }
    }

    private static string AsTask(ITypeSymbol type) => type.GetMembers("AsTask").IsEmpty ? ".AsValueTask().AsTask()" : ".AsTask()";
}
