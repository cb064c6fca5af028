using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Changes the return type, where every caller compiles with it.</summary>
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
        if (!(isTask ? CallSites.AllowOfTask(edits, method, function) : CallSites.Allow(edits, method, function)))
        {
            return;
        }

        Functions.Return(edits, function, "PooledAwait.PooledValueTask");

        // The type has a builder of its own; PA0013 puts the framework's back.
        if (Functions.BuilderAttributeOf(method) is { } attribute)
        {
            edits.CommentOut(attribute);
        }
    }
}
