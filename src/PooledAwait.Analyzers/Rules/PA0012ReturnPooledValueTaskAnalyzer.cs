using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>An <c>async ValueTask</c> method that can return PooledValueTask, or have a local function that does.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0012ReturnPooledValueTaskAnalyzer : PooledAnalyzer
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.ReturnPooledValueTask,
        "Return PooledValueTask from an async ValueTask method",
        "'{0}' allocates when it suspends; a PooledValueTask, returned by it or by a local function in it, does not");

    /// <summary>Creates the rule.</summary>
    public PA0012ReturnPooledValueTaskAnalyzer()
        : base(Descriptor)
    {
    }

    private protected override void Start(CompilationStartAnalysisContext context) =>
        context.RegisterSyntaxNodeAction(OnFunction, SyntaxKind.MethodDeclaration, SyntaxKind.LocalFunctionStatement);

    private void OnFunction(SyntaxNodeAnalysisContext context)
    {
        // A member of an extension block uses a parameter of the block, which a local function would capture in an object.
        if (context.Node.Parent is TypeDeclarationSyntax
            and not (ClassDeclarationSyntax or StructDeclarationSyntax or RecordDeclarationSyntax or InterfaceDeclarationSyntax))
        {
            return;
        }

        if (Convertible.TryGetAsyncValueTask(context, LanguageVersion.CSharp8, out IMethodSymbol? method, out Location? location)
            && KnownTypes.BuilderOf(method!) is null
            && !Convertible.IsInstanceMethodOfStruct(method!))
        {
            context.ReportDiagnostic(At(location!, method!.Name));
        }
    }
}
