using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>An <c>async ValueTask</c> or <c>async Task</c> function that the attribute can pool; its fix is the conversion.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0011PoolWithAttributeAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.PoolWithAttribute,
        "Pool an async method with an attribute",
        "'{0}' allocates when it suspends; [AsyncMethodBuilder] with one of PooledAwait's builders pools it");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        if (KnownTypes.AllowsBuilderOnMethods(context.Compilation))
        {
            PooledMethods pooled = new(context.Compilation, context.Options);
            context.RegisterSyntaxNodeAction(
                node => OnFunction(node, pooled),
                SyntaxKind.MethodDeclaration,
                SyntaxKind.LocalFunctionStatement,
                SyntaxKind.SimpleLambdaExpression,
                SyntaxKind.ParenthesizedLambdaExpression);
        }
    }

    private void OnFunction(SyntaxNodeAnalysisContext context, PooledMethods pooled)
    {
        if (Convertible.FunctionOf(context, LanguageVersion.CSharp10) is { } method
            && !pooled.AreOfForm(method.ReturnType)
            && !pooled.HaveVariantOf(method)
            && KnownTypes.BuilderOf(method) is var builder
            && (builder is null || KnownTypes.IsFrameworkPoolingBuilder(builder))
            && KnownTypes.FindBuilder(context.Compilation, method.ReturnType) is not null
            && Convertible.IsNameable(method.ReturnType))
        {
            context.ReportDiagnostic(At(Convertible.LocationOf(context.Node), AsyncFunction.NameOf(method)));
        }
    }
}
