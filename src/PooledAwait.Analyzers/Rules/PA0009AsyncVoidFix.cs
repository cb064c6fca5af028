using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Returns FireAndForget.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PA0009AsyncVoidFix))]
public sealed class PA0009AsyncVoidFix() : PooledFix(Rule.AsyncVoid, "Return FireAndForget")
{
    private protected override void Fix(Edits edits, SyntaxNode node, int action)
    {
        INamedTypeSymbol? type = edits.Model.Compilation.GetTypesByMetadataName("PooledAwait.FireAndForget").FirstOrDefault();
        if (type is not null && node.FirstAncestorOrSelf<MethodDeclarationSyntax>() is { } method)
        {
            edits.Replace(method.ReturnType.Span, edits.NameOf(type, method.SpanStart));
        }
    }
}
