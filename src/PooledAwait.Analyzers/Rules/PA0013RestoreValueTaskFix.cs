using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Undoes what the conversions do: removes the attribute, or the pooled return type.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0013RestoreValueTaskFix))]
public sealed class PA0013RestoreValueTaskFix()
    : PooledFix(Rule.RestoreValueTask, "Return to the framework's async methods")
{
    private const string Builder = "PoolingAsyncValueTaskMethodBuilder";

    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (Functions.Around(node) is not { } function || Analyzers.Attributes.FunctionOf(function, edits.Model) is not { } method)
        {
            return;
        }

        // The conversions have added those that were missing.
        edits.RemoveImportIfUnused("PooledAwait");
        edits.RemoveImportIfUnused("System.Runtime.CompilerServices");
        if (KnownTypes.IsPooledBuilder(KnownTypes.BuilderOf(method)))
        {
            if (Functions.BuilderAttributeOf(method) is { } attribute && !TryRestoreBuilder(edits, attribute))
            {
                edits.DeleteAttribute(attribute);
            }

            return;
        }

        if (Convertible.IsOfTheAssembly(method) && CallSites.AllowReverse(edits, method, function))
        {
            Functions.Return(edits, function, "System.Threading.Tasks.ValueTask");
            edits.Uncomment(function, Builder);
        }
    }

    /// <summary>Puts the builder back that the attribute named before the conversion, which left it in a comment.</summary>
    private static bool TryRestoreBuilder(Edits edits, AttributeSyntax attribute)
    {
        if (attribute.ArgumentList?.Arguments is not [{ Expression: TypeOfExpressionSyntax { Type: var type } }]
            || type.GetTrailingTrivia() is not [var comment]
            || !comment.IsKind(SyntaxKind.MultiLineCommentTrivia))
        {
            return false;
        }

        string text = comment.ToString();
        edits.Replace(TextSpan.FromBounds(type.SpanStart, comment.Span.End), text.Substring(2, text.Length - 4));
        return true;
    }
}
