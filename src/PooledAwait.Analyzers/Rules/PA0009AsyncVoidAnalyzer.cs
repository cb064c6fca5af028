using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers;

/// <summary>An <c>async void</c> method that could return FireAndForget.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0009AsyncVoidAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Improvement(
        Rule.AsyncVoid,
        "Return FireAndForget instead of void",
        "'{0}' is async void: it allocates, and its exceptions end the process; return FireAndForget, whose exceptions reach "
            + "FireAndForget.Exception");

    private protected override void Start(CompilationStartAnalysisContext context) => context.RegisterSymbolStartAction(
        type =>
        {
            ConcurrentDictionary<ISymbol, Location>? found = null;
            foreach (ISymbol member in ((INamedTypeSymbol)type.Symbol).GetMembers())
            {
                if (member is IMethodSymbol { IsAsync: true, ReturnsVoid: true } method && IsFree(method))
                {
                    (found ??= new(SymbolEqualityComparer.Default))[method] = method.Locations[0];
                }
            }

            if (found is null)
            {
                return;
            }

            // A delegate's type says void; a method that becomes one keeps it.
            type.RegisterOperationAction(
                operation => found.TryRemove(((IMethodReferenceOperation)operation.Operation).Method.OriginalDefinition, out _),
                OperationKind.MethodReference);
            type.RegisterSymbolEndAction(end =>
            {
                foreach (var method in found)
                {
                    end.ReportDiagnostic(At(method.Value, method.Key.Name));
                }
            });
        },
        SymbolKind.NamedType);

    /// <summary>Whether no other declaration decides what the method returns.</summary>
    private static bool IsFree(IMethodSymbol method) =>
        method is { MethodKind: MethodKind.Ordinary, IsOverride: false, IsVirtual: false, IsAbstract: false }
            and { PartialDefinitionPart: null, PartialImplementationPart: null }
        && !IsEventHandler(method)
        && PA0015NotAwaitedByRunnerAnalyzer.RunnerOf(method) is null
        && !ImplementsInterface(method);

    private static bool IsEventHandler(IMethodSymbol method)
    {
        if (method.Parameters is not [var sender, var arguments] || sender.Type.SpecialType != SpecialType.System_Object)
        {
            return false;
        }

        for (ITypeSymbol? type = arguments.Type; type is not null; type = type.BaseType)
        {
            if (type.Name.EndsWith("EventArgs", System.StringComparison.Ordinal))
            {
                return true;
            }
        }

        return false;
    }

    private static bool ImplementsInterface(IMethodSymbol method)
    {
        foreach (INamedTypeSymbol contract in method.ContainingType.AllInterfaces)
        {
            foreach (ISymbol member in contract.GetMembers(method.Name))
            {
                if (SymbolEqualityComparer.Default.Equals(method.ContainingType.FindImplementationForInterfaceMember(member), method))
                {
                    return true;
                }
            }
        }

        return false;
    }
}
