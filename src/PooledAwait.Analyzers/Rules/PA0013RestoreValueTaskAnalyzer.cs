using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>The code that PA0011 and PA0012 have converted, so that their fixes can be undone. Never shown.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0013RestoreValueTaskAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.RestoreValueTask,
        "Return to the framework's async methods",
        "'{0}' is pooled by PooledAwait",
        DiagnosticSeverity.Hidden);

    private protected override void Start(CompilationStartAnalysisContext context) =>
        context.RegisterSyntaxNodeAction(
            OnFunction,
            SyntaxKind.MethodDeclaration,
            SyntaxKind.LocalFunctionStatement,
            SyntaxKind.ParenthesizedLambdaExpression);

    private void OnFunction(SyntaxNodeAnalysisContext context)
    {
        if (!Convertible.IsAsync(context.Node)
            || Attributes.FunctionOf(context.Node, context.SemanticModel) is not { } method)
        {
            return;
        }

        bool hasAttribute = KnownTypes.IsPooledBuilder(KnownTypes.BuilderOf(method));
        if (hasAttribute || (KnownTypes.IsPooledValueTask(method.ReturnType) && Convertible.IsOfTheAssembly(method)))
        {
            context.ReportDiagnostic(At(Convertible.LocationOf(context.Node), AsyncFunction.NameOf(method)));
        }
    }
}
