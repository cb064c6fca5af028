using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>An <c>async ValueTask</c> function that the attribute can pool; its fix is the conversion.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0011PoolWithAttributeAnalyzer : PooledAnalyzer
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.PoolWithAttribute,
        "Pool an async ValueTask method with an attribute",
        "'{0}' allocates when it suspends; [AsyncMethodBuilder] with a builder of PooledAwait pools it");

    /// <summary>Creates the rule.</summary>
    public PA0011PoolWithAttributeAnalyzer()
        : base(Descriptor)
    {
    }

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        if (KnownTypes.AllowsBuilderOnMethods(context.Compilation))
        {
            context.RegisterSyntaxNodeAction(
                OnFunction,
                SyntaxKind.MethodDeclaration,
                SyntaxKind.LocalFunctionStatement,
                SyntaxKind.SimpleLambdaExpression,
                SyntaxKind.ParenthesizedLambdaExpression);
        }
    }

    private void OnFunction(SyntaxNodeAnalysisContext context)
    {
        if (Convertible.TryGetAsyncValueTask(context, LanguageVersion.CSharp10, out IMethodSymbol? method, out Location? location)
            && KnownTypes.BuilderOf(method!) is var builder
            && (builder is null || KnownTypes.IsFrameworkPoolingBuilder(builder))
            && KnownTypes.FindBuilder(context.Compilation, method!.ReturnType) is not null
            && Convertible.IsNameable(method.ReturnType))
        {
            context.ReportDiagnostic(At(location!, AsyncFunction.NameOf(method)));
        }
    }
}
