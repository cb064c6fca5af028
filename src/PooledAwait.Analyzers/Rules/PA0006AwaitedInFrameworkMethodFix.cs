using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Awaits a ValueTask, or pools the method that awaits.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0006AwaitedInFrameworkMethodFix))]
public sealed class PA0006AwaitedInFrameworkMethodFix()
    : PooledFix(Rule.AwaitedInFrameworkMethod, "Await AsValueTask()", "Pool the method with an attribute")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (node.FirstAncestorOrSelf<AwaitExpressionSyntax>() is not { } await)
        {
            return;
        }

        if (action == 1)
        {
            Functions.Pool(edits, Functions.Around(await));
            return;
        }

        ExpressionSyntax operation = await.Expression;
        if (operation is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax configure }
            && configure.Name.Identifier.Text == "ConfigureAwait"
            && KnownTypes.IsPooledValueTask(edits.Model.GetTypeInfo(configure.Expression).Type))
        {
            operation = configure.Expression;
        }

        if (KnownTypes.IsPooledValueTask(edits.Model.GetTypeInfo(operation).Type))
        {
            edits.AppendCall(operation, ".AsValueTask()");
        }
    }
}
