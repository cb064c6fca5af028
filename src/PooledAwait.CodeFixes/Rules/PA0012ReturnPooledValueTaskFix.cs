using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Changes the return type where nobody else sees it; elsewhere moves the body into a local function.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0012ReturnPooledValueTaskFix))]
public sealed class PA0012ReturnPooledValueTaskFix() : PooledFix(Rule.ReturnPooledValueTask, "Return PooledValueTask")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (Functions.Around(node) is not { } function || Analyzers.Attributes.FunctionOf(function, edits.Model) is not { } method)
        {
            return;
        }

        bool isTask = KnownTypes.IsTask(method.ReturnType);
        if (isTask ? CallSites.AllowOfTask(edits, method, function)
            : Convertible.IsOwnAffair(method) && CallSites.Allow(edits, method, function))
        {
            TypeSyntax type = Functions.ReturnTypeOf(function);
            edits.Replace(type.Span, LocalFunctionForm.TypeAs(LocalFunctionForm.Pooled, edits, type));
        }
        else if (!isTask && function is MethodDeclarationSyntax outer && !(method is { IsStatic: false, ContainingType.IsValueType: true }))
        {
            LocalFunctionForm.Wrap(edits, outer);
        }
        else
        {
            return;
        }

        // Neither form has a use for the framework's builder; PA0013 puts it back.
        if (Functions.BuilderAttributeOf(method) is { } attribute)
        {
            edits.CommentOut(attribute);
        }
    }
}
