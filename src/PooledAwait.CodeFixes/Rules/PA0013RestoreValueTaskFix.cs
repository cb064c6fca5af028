using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Undoes what the conversions do: removes the attribute, the local function, or the pooled return type.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0013RestoreValueTaskFix))]
public sealed class PA0013RestoreValueTaskFix : PooledFix
{
    /// <summary>Creates the fix.</summary>
    public PA0013RestoreValueTaskFix()
        : base(Rule.RestoreValueTask, "Return to the framework's async ValueTask")
    {
    }

    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (Functions.Around(node) is not { } function)
        {
            return;
        }

        // The conversions have added those that were missing.
        edits.RemoveImportIfUnused("PooledAwait");
        edits.RemoveImportIfUnused("System.Runtime.CompilerServices");
        if (Wrapper.Of(function as MethodDeclarationSyntax) is { } wrapper)
        {
            LocalFunctionForm.Unwrap(edits, wrapper);
            return;
        }

        if (Analyzers.Attributes.FunctionOf(function, edits.Model) is not { } method)
        {
            return;
        }

        if (method.GetAttributes().FirstOrDefault(data => KnownTypes.IsPooledBuilder(KnownTypes.BuilderOf(data))) is { } found)
        {
            if (found.ApplicationSyntaxReference?.GetSyntax() is AttributeSyntax attribute)
            {
                edits.DeleteAttribute(attribute);
                if (function is ParenthesizedLambdaExpressionSyntax lambda)
                {
                    edits.RemoveReturnType(lambda);
                    if (lambda.Parent is ParenthesizedExpressionSyntax
                        {
                            Parent: InitializerExpressionSyntax or ConditionalExpressionSyntax,
                        } parentheses)
                    {
                        edits.Delete(parentheses.SpanStart, lambda.SpanStart);
                        edits.Delete(lambda.Span.End, parentheses.Span.End);
                    }
                }
            }

            return;
        }

        if (Convertible.IsOwnAffair(method) && CallSites.AllowReverse(edits, method, function))
        {
            TypeSyntax type = Functions.ReturnTypeOf(function);
            edits.Replace(type.Span, LocalFunctionForm.FrameworkType(edits, type));
        }
    }
}
