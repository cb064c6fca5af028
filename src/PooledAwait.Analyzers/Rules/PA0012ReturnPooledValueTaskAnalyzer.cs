using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledAwait.Analyzers;

/// <summary>A method that may return PooledValueTask because no other code sees it: an <c>async ValueTask</c> method that only its type can
/// see, or an <c>async Task</c> method that only its assembly can see.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0012ReturnPooledValueTaskAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.ReturnPooledValueTask,
        "Return PooledValueTask from an async method",
        "'{0}' allocates when it suspends; it would not if it returned a PooledValueTask");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        PooledMethods pooled = new(context.Compilation, context.Options);
        context.RegisterSyntaxNodeAction(
            node => OnFunction(node, pooled), SyntaxKind.MethodDeclaration, SyntaxKind.LocalFunctionStatement);
    }

    private static void OnFunction(SyntaxNodeAnalysisContext context, PooledMethods pooled)
    {
        // The fix looks at the callers in the type; those of a member of an extension block are around the block.
        if (context.Node.Parent is TypeDeclarationSyntax
            and not (ClassDeclarationSyntax or StructDeclarationSyntax or RecordDeclarationSyntax or InterfaceDeclarationSyntax))
        {
            return;
        }

        if (Convertible.FunctionOf(context, LanguageVersion.CSharp8) is { } method
            && (KnownTypes.IsTask(method.ReturnType) ? IsKnownToItsCallersOnly(method) : IsOfAFrameworkBuilder(method)))
        {
            // The project property already pools it: the conversion still saves time, but needs no mention.
            DiagnosticSeverity severity = pooled.HaveVariantOf(method) ? DiagnosticSeverity.Hidden : Descriptor.DefaultSeverity;
            Location location = Convertible.LocationOf(context.Node);
            context.ReportDiagnostic(Diagnostic.Create(Descriptor, location, severity, null, null, method.Name));
        }
    }

    /// <summary>An attribute may be the mark of a caller by reflection, which expects a Task.</summary>
    private static bool IsKnownToItsCallersOnly(IMethodSymbol method) =>
        Convertible.IsOfTheAssembly(method) && method.GetAttributes().IsEmpty;

    private static bool IsOfAFrameworkBuilder(IMethodSymbol method) =>
        Convertible.IsOwnAffair(method)
        && KnownTypes.BuilderOf(method) is var builder
        && (builder is null || KnownTypes.IsFrameworkPoolingBuilder(builder));
}
