using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledAwait.Analyzers;

namespace PooledAwait.CodeFixes;

/// <summary>Whether every use of a method compiles with the other return type, if only its type or its method can see it.</summary>
internal static class CallSites
{
    /// <summary>Members that code uses on a ValueTask before it takes the result; PooledValueTask must have them, too.</summary>
    private static readonly string[] s_chained = ["ConfigureAwait", "GetAwaiter"];

    /// <summary>Members that both types have, in every position.</summary>
    private static readonly string[] s_shared = ["AsTask", "Result", "IsCompleted", "IsCompletedSuccessfully", "IsFaulted", "IsCanceled"];

    /// <summary>The identifiers of each file, because most files mention few internal methods.</summary>
    private static readonly ConditionalWeakTable<SyntaxTree, HashSet<string>> s_identifiers = new();

    /// <summary>Whether a method may return PooledValueTask where it returned ValueTask.</summary>
    public static bool Allow(Edits edits, IMethodSymbol method, SyntaxNode function)
    {
        INamedTypeSymbol pooled = edits.Model.Compilation.GetTypesByMetadataName(
            method.ReturnType is INamedTypeSymbol { Arity: 1 } ? "PooledAwait.PooledValueTask`1" : "PooledAwait.PooledValueTask")[0];
        return Calls(edits, method, function).All(use => use.Call is not null && Fits(use.Model, use.Call, pooled));
    }

    /// <summary>Whether an async Task method may return PooledValueTask, because its callers await it, or wait for it, once. Puts AsTask()
    /// on calls that methods return as they are.</summary>
    public static bool AllowOfTask(Edits edits, IMethodSymbol method, SyntaxNode function)
    {
        var edges = new List<ExpressionSyntax>();
        bool isCalled = false;
        foreach ((SemanticModel model, InvocationExpressionSyntax? call) in Calls(edits, method, function))
        {
            if (call is null)
            {
                return false;
            }

            ExpressionSyntax whole = WholeOf(call);
            switch (whole.Parent)
            {
                case AwaitExpressionSyntax:
                case MemberAccessExpressionSyntax configure when IsAwaited(configure) && HasBool(model, configure):
                case MemberAccessExpressionSyntax { Name.Identifier.Text: "GetAwaiter", Parent.Parent: MemberAccessExpressionSyntax result }
                    when result.Name.Identifier.Text == "GetResult":
                    if (whole != call)
                    {
                        // The other side of the choice may stay a Task.
                        edges.Add(call);
                    }

                    break;
                case ReturnStatementSyntax or ArrowExpressionClauseSyntax
                    when Functions.Around(call) is not AnonymousFunctionExpressionSyntax
                        && KnownTypes.IsTask(model.GetTypeInfo(whole).ConvertedType)
                        && !Functions.IsAsync(call):
                    edges.Add(call);
                    break;
                default:
                    return false;
            }

            isCalled = true;
        }

        if (edges.Exists(call => call.SyntaxTree != edits.Root.SyntaxTree))
        {
            return false;
        }

        edges.ForEach(call => edits.AppendCall(call, ".AsTask()"));
        return isCalled;
    }

    /// <summary>Whether a method may return ValueTask where it returned PooledValueTask; takes AsValueTask() off its calls.</summary>
    public static bool AllowReverse(Edits edits, IMethodSymbol method, SyntaxNode function)
    {
        var converted = new List<InvocationExpressionSyntax>();
        foreach ((SemanticModel model, InvocationExpressionSyntax? call) in Calls(edits, method, function))
        {
            if (call is null)
            {
                return false;
            }

            ExpressionSyntax whole = WholeOf(call);
            switch (whole.Parent)
            {
                case AwaitExpressionSyntax or ExpressionStatementSyntax:
                case AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.Text: "_" } }:
                    break;
                case MemberAccessExpressionSyntax { Name.Identifier.Text: "AsValueTask", Parent: InvocationExpressionSyntax conversion }
                    when model.SyntaxTree == edits.Root.SyntaxTree:
                    converted.Add(conversion);
                    break;
                case MemberAccessExpressionSyntax { Name.Identifier.Text: "ConfigureAwait" or "GetAwaiter" or "Preserve" }:
                case MemberAccessExpressionSyntax member when s_shared.Contains(member.Name.Identifier.Text):
                    break;
                case ReturnStatementSyntax or ArrowExpressionClauseSyntax or ArgumentSyntax or AssignmentExpressionSyntax
                    or EqualsValueClauseSyntax
                    when KnownTypes.IsValueTask(model.GetTypeInfo(whole).ConvertedType):
                    break;
                default:
                    return false;
            }
        }

        foreach (InvocationExpressionSyntax conversion in converted)
        {
            edits.Delete(((MemberAccessExpressionSyntax)conversion.Expression).Expression.Span.End, conversion.Span.End);
        }

        return true;
    }

    /// <summary>Whether a PooledValueTask may stand where an expression, a call or a choice of one, gives a ValueTask.</summary>
    private static bool Fits(SemanticModel model, ExpressionSyntax call, INamedTypeSymbol pooled)
    {
        return call.Parent switch
        {
            AwaitExpressionSyntax or ExpressionStatementSyntax => true,
            ParenthesizedExpressionSyntax parenthesized => Fits(model, parenthesized, pooled),

            // The choice is a ValueTask still, because the one converts to the other; or pooled, if both become it.
            ConditionalExpressionSyntax choice when choice.Condition != call =>
                KnownTypes.IsValueTask(model.GetTypeInfo(choice.WhenTrue == call ? choice.WhenFalse : choice.WhenTrue).Type)
                && Fits(model, choice, pooled),

            MemberAccessExpressionSyntax member when s_chained.Contains(member.Name.Identifier.Text) =>
                IsAwaited(member) || IsCompleted(member),
            MemberAccessExpressionSyntax member => s_shared.Contains(member.Name.Identifier.Text)
                && !pooled.GetMembers(member.Name.Identifier.Text).IsEmpty,

            // A type stands there that the result is converted to.
            ReturnStatementSyntax or ArrowExpressionClauseSyntax =>
                Functions.Around(call) is not AnonymousFunctionExpressionSyntax && IsValueTask(model, call),
            EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Type.IsVar: false } } } =>
                IsValueTask(model, call),
            AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.Text: "_" } } => true,
            AssignmentExpressionSyntax assignment => assignment.Right == call
                && IsValueTask(model, call)
                && KnownTypes.IsValueTask(model.GetTypeInfo(assignment.Left).Type),
            ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax outer } argument => IsParameterOfValueTask(model, outer, argument),
            _ => false,
        };
    }

    private static bool IsValueTask(SemanticModel model, ExpressionSyntax expression) =>
        KnownTypes.IsValueTask(model.GetTypeInfo(expression).ConvertedType);

    private static bool IsAwaited(MemberAccessExpressionSyntax configure) =>
        configure is { Name.Identifier.Text: "ConfigureAwait", Parent: InvocationExpressionSyntax { Parent: AwaitExpressionSyntax } };

    /// <summary>An await of a Task has further options that a PooledValueTask lacks.</summary>
    private static bool HasBool(SemanticModel model, MemberAccessExpressionSyntax configure) =>
        configure.Parent is InvocationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var value }] }
        && model.GetTypeInfo(value).Type?.SpecialType == SpecialType.System_Boolean;

    private static bool IsCompleted(MemberAccessExpressionSyntax getAwaiter) =>
        getAwaiter is { Name.Identifier.Text: "GetAwaiter", Parent: InvocationExpressionSyntax call }
        && call.Parent is MemberAccessExpressionSyntax { Name.Identifier.Text: "GetResult" or "IsCompleted" };

    private static bool IsParameterOfValueTask(SemanticModel model, InvocationExpressionSyntax call, ArgumentSyntax argument)
    {
        if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol { IsGenericMethod: false } method || argument.NameColon is not null)
        {
            return false;
        }

        int index = call.ArgumentList.Arguments.IndexOf(argument);
        bool isOnly = method.ContainingType.GetMembers(method.Name).Length == 1;
        return isOnly && index < method.Parameters.Length && KnownTypes.IsValueTask(method.Parameters[index].Type);
    }

    /// <summary>The choice (<c>?:</c> or <c>??</c>) that a call is one side of, or the call.</summary>
    private static ExpressionSyntax WholeOf(ExpressionSyntax call)
    {
        while (call.Parent is ParenthesizedExpressionSyntax
            || (call.Parent is ConditionalExpressionSyntax choice && choice.Condition != call)
            || (call.Parent is BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } coalesce && coalesce.Right == call))
        {
            call = (ExpressionSyntax)call.Parent;
        }

        return call;
    }

    private static InvocationExpressionSyntax? CallOf(SimpleNameSyntax name)
    {
        ExpressionSyntax callee = name.Parent is MemberAccessExpressionSyntax member && member.Name == name ? member : name;
        return callee.Parent is InvocationExpressionSyntax call && call.Expression == callee ? call : null;
    }

    private static bool IsNameOf(SimpleNameSyntax name) =>
        name.FirstAncestorOrSelf<InvocationExpressionSyntax>() is { Expression: IdentifierNameSyntax { Identifier.Text: "nameof" } };

    /// <summary>The uses of a method that depend on its return type; null for a use that isn't a call.</summary>
    private static IEnumerable<(SemanticModel Model, InvocationExpressionSyntax? Call)> Calls(
        Edits edits, IMethodSymbol method, SyntaxNode function) =>
        from use in Uses(edits, method, function)
        where use.Name.FirstAncestorOrSelf<CrefSyntax>() is null && !IsNameOf(use.Name)
        select (use.Model, CallOf(use.Name));

    /// <summary>Every mention of a method in the text that can see it: that of its type; for a local function, of its method; for an
    /// internal method, of its assembly.</summary>
    private static IEnumerable<(SemanticModel Model, SimpleNameSyntax Name)> Uses(Edits edits, IMethodSymbol method, SyntaxNode function)
    {
        IEnumerable<SyntaxNode> scopes = method switch
        {
            { MethodKind: MethodKind.LocalFunction } => [function.Parent!],
            { DeclaredAccessibility: Accessibility.Internal } => edits.Model.Compilation.SyntaxTrees.Select(tree => tree.GetRoot()),
            _ => method.ContainingType.DeclaringSyntaxReferences.Select(reference => reference.GetSyntax()),
        };
        foreach (SyntaxNode scope in scopes)
        {
            if (!s_identifiers.GetValue(scope.SyntaxTree, IdentifiersIn).Contains(method.Name))
            {
                continue;
            }

            SemanticModel model = scope.SyntaxTree == edits.Root.SyntaxTree
                ? edits.Model
                : edits.Model.Compilation.GetSemanticModel(scope.SyntaxTree);
            foreach (SimpleNameSyntax name in scope.DescendantNodes(descendIntoTrivia: true).OfType<SimpleNameSyntax>())
            {
                if (name.Identifier.ValueText != method.Name)
                {
                    continue;
                }

                SymbolInfo info = model.GetSymbolInfo(name);
                if (IsMethod(info.Symbol, method) || info.CandidateSymbols.Any(candidate => IsMethod(candidate, method)))
                {
                    yield return (model, name);
                }
            }
        }
    }

    private static HashSet<string> IdentifiersIn(SyntaxTree tree) =>
        [.. tree.GetRoot().DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken)).Select(token => token.ValueText)];

    private static bool IsMethod(ISymbol? symbol, IMethodSymbol method) =>
        SymbolEqualityComparer.Default.Equals(
            (symbol as IMethodSymbol)?.ReducedFrom ?? symbol?.OriginalDefinition, method.OriginalDefinition);
}
