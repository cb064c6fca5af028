using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Changes the return type where nobody else sees it; elsewhere moves the body into a local function.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0012ReturnPooledValueTaskFix))]
public sealed class PA0012ReturnPooledValueTaskFix : PooledFix
{
    /// <summary>Creates the fix.</summary>
    public PA0012ReturnPooledValueTaskFix()
        : base(Rule.ReturnPooledValueTask, "Return PooledValueTask")
    {
    }

    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (Functions.Around(node) is not { } function || Analyzers.Attributes.FunctionOf(function, edits.Model) is not { } method)
        {
            return;
        }

        if (Convertible.IsOwnAffair(method) && CallSites.Allow(edits, method, function))
        {
            TypeSyntax type = Functions.ReturnTypeOf(function);
            edits.Replace(type.Span, LocalFunctionForm.PooledType(edits, type));
        }
        else if (function is MethodDeclarationSyntax outer && !(method is { IsStatic: false, ContainingType.IsValueType: true }))
        {
            LocalFunctionForm.Wrap(edits, outer);
        }
    }
}
