using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Gives an attribute its effect, or removes it.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0008RuntimeAsyncFix))]
public sealed class PA0008RuntimeAsyncFix() : PooledFix(
    Rule.RuntimeAsync, "Keep the method from runtime-async", "Remove the attribute")
{
    private const int Keep = 0;

    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        if (node.FirstAncestorOrSelf<AttributeSyntax>() is not { } attribute)
        {
            return;
        }

        if (action != Keep)
        {
            edits.DeleteAttribute(attribute);
            return;
        }

        // Both attributes are of the same namespace: what the one is written with serves the other.
        string name = attribute.Name is QualifiedNameSyntax qualified ? qualified.Left + "." : "";
        edits.Insert(attribute.SpanStart, name + "RuntimeAsyncMethodGeneration(false), ");
    }
}
