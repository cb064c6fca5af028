using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>The attribute on a method that the runtime, and not the compiler, suspends.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0008RuntimeAsyncAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Misuse(
        Rule.RuntimeAsync,
        "The attribute has no effect with runtime-async",
        "'{0}' is compiled for runtime-async, which ignores AsyncMethodBuilder on methods; add [RuntimeAsyncMethodGeneration(false)], "
            + "return PooledValueTask, or remove the attribute");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        if (KnownTypes.UsesRuntimeAsync(context.Compilation))
        {
            context.RegisterSyntaxNodeAction(OnAttribute, SyntaxKind.Attribute);
        }
    }

    private void OnAttribute(SyntaxNodeAnalysisContext context)
    {
        var attribute = (AttributeSyntax)context.Node;
        if (attribute.Parent?.Parent is not { } declaration || Attributes.FunctionOf(declaration, context.SemanticModel) is not { } method)
        {
            return;
        }

        foreach (AttributeData data in method.GetAttributes())
        {
            if (data.ApplicationSyntaxReference?.Span == attribute.Span
                && KnownTypes.IsPooledBuilder(KnownTypes.BuilderOf(data))
                && KnownTypes.UsesRuntimeAsync(context.Compilation, method))
            {
                context.ReportDiagnostic(At(attribute, AsyncFunction.NameOf(method)));
            }
        }
    }
}
