using System;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace PooledAwait.Analyzers;

/// <summary>Recognizes the library's types, and their counterparts in the framework, by name.</summary>
/// <remarks>By name, because a compilation may see two assemblies that have them: a package and the one that replaces it.</remarks>
internal static class KnownTypes
{
    private const string Library = "PooledAwait";

    /// <summary>Whether a compilation can see the library at all.</summary>
    public static bool AreIn(Compilation compilation) => !compilation.GetTypesByMetadataName("PooledAwait.PooledValueTask").IsEmpty;

    /// <summary>PooledValueTask and PooledValueTask&lt;T&gt;.</summary>
    public static bool IsPooledValueTask(ITypeSymbol? type) => type?.Name == "PooledValueTask" && IsIn(type.ContainingNamespace, Library);

    /// <summary>PooledTask and PooledTask&lt;T&gt;, which hold a Task and may be awaited often.</summary>
    public static bool IsPooledTask(ITypeSymbol? type) => type?.Name == "PooledTask" && IsIn(type.ContainingNamespace, Library);

    /// <summary>The return type of PooledValueTask.ConfigureAwait.</summary>
    public static bool IsConfiguredPooledValueTask(ITypeSymbol? type) =>
        type?.Name == "ConfiguredPooledValueTaskAwaitable" && IsIn(type.ContainingNamespace, Library);

    public static bool IsPooledSource(ITypeSymbol? type) =>
        type?.Name == "PooledValueTaskSource" && IsIn(type.ContainingNamespace, Library);

    public static bool IsFireAndForget(ITypeSymbol? type) => type?.Name == "FireAndForget" && IsIn(type.ContainingNamespace, Library);

    /// <summary>ValueTask and ValueTask&lt;T&gt;.</summary>
    public static bool IsValueTask(ITypeSymbol? type) => type?.Name == "ValueTask" && IsInTasks(type);

    /// <summary>Task and Task&lt;T&gt;.</summary>
    public static bool IsTask(ITypeSymbol? type) => type?.Name == "Task" && IsInTasks(type);

    /// <summary>An entry point, which runs once.</summary>
    public static bool IsMain(IMethodSymbol method) =>
        method is { MethodKind: MethodKind.Ordinary, IsStatic: true, Name: "<Main>$" or "Main" };

    /// <summary>The return types of an async iterator, whose builder C# fixes.</summary>
    public static bool IsAsyncIterator(ITypeSymbol type) => type.Name is "IAsyncEnumerable" or "IAsyncEnumerator";

    /// <summary>Whether a variable of this type holds operations of the library: a task, a source, or a tuple of them.</summary>
    public static bool HoldsOperation(ITypeSymbol? type) =>
        IsPooledValueTask(WithoutNullable(type))
        || IsPooledSource(type)
        || (type is INamedTypeSymbol { IsTupleType: true } tuple && tuple.TupleElements.Any(element => HoldsOperation(element.Type)));

    /// <summary>The type, or the one that it makes nullable.</summary>
    public static ITypeSymbol? WithoutNullable(ITypeSymbol? type) =>
        type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable
            ? nullable.TypeArguments[0]
            : type;

    public static bool IsNullable(ITypeSymbol? type) =>
        type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T };

    /// <summary>A struct of the library that leaves a lock when it is disposed.</summary>
    public static bool IsReleaser(ITypeSymbol? type) =>
        type is { IsValueType: true }
        && IsIn(type.ContainingNamespace, Library)
        && type.AllInterfaces.Any(contract => contract.SpecialType == SpecialType.System_IDisposable);

    public static bool IsInTasks(ITypeSymbol type) =>
        type.ContainingNamespace is { Name: "Tasks" } tasks && IsThreading(tasks.ContainingNamespace);

    /// <summary>Whether a type is the one of that name in the namespace System, or derives from it.</summary>
    public static bool DerivesFromSystem(ITypeSymbol? type, string name)
    {
        for (; type is not null; type = type.BaseType)
        {
            if (type.Name == name && IsIn(type.ContainingNamespace, "System"))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The builder that an attribute on the method names.</summary>
    public static ITypeSymbol? BuilderOf(IMethodSymbol method)
    {
        foreach (AttributeData attribute in method.GetAttributes())
        {
            if (BuilderOf(attribute) is { } builder)
            {
                return builder;
            }
        }

        return null;
    }

    public static ITypeSymbol? BuilderOf(AttributeData attribute) =>
        IsAsyncMethodBuilderAttribute(attribute.AttributeClass)
            && attribute.ConstructorArguments is [{ Kind: TypedConstantKind.Type, Value: ITypeSymbol builder }]
            ? builder
            : null;

    public static bool IsAsyncMethodBuilderAttribute(ITypeSymbol? type) =>
        type?.Name == "AsyncMethodBuilderAttribute" && IsCompilerServices(type.ContainingNamespace);

    /// <summary>A builder of this library for the framework's types.</summary>
    public static bool IsPooledBuilder(ITypeSymbol? type) =>
        type is { Name: "PooledAsyncValueTaskMethodBuilder" or "PooledAsyncTaskMethodBuilder", ContainingNamespace: { } scope }
        && (IsIn(scope, Library) || (scope.Name == "MethodBuilders" && IsIn(scope.ContainingNamespace, Library)));

    /// <summary>.NET's own builder that pools, for ValueTask.</summary>
    public static bool IsFrameworkPoolingBuilder(ITypeSymbol? type) =>
        type?.Name == "PoolingAsyncValueTaskMethodBuilder" && IsCompilerServices(type.ContainingNamespace);

    /// <summary>The library's builder for an <c>async ValueTask</c> or <c>async Task</c> method.</summary>
    public static INamedTypeSymbol? FindBuilder(Compilation compilation, ITypeSymbol returnType)
    {
        string name = IsValueTask(returnType) ? "PooledAsyncValueTaskMethodBuilder" : "PooledAsyncTaskMethodBuilder";
        string arity = returnType is INamedTypeSymbol { Arity: 1 } ? "`1" : "";
        return compilation.GetTypesByMetadataName("PooledAwait." + name + arity).FirstOrDefault()
            ?? compilation.GetTypesByMetadataName("PooledAwait.MethodBuilders." + name + arity).FirstOrDefault();
    }

    /// <summary>Whether the attribute may stand on a method: it may since .NET 6, and where the package brings it as source.</summary>
    public static bool AllowsBuilderOnMethods(Compilation compilation)
    {
        foreach (INamedTypeSymbol attribute in compilation.GetTypesByMetadataName(
            "System.Runtime.CompilerServices.AsyncMethodBuilderAttribute"))
        {
            foreach (AttributeData usage in attribute.GetAttributes())
            {
                if (usage.AttributeClass?.Name == nameof(AttributeUsageAttribute)
                    && usage.ConstructorArguments is [{ Value: int targets }]
                    && (targets & (int)AttributeTargets.Method) != 0)
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>Whether the runtime, and not the compiler, makes state machines for this method.</summary>
    public static bool UsesRuntimeAsync(Compilation compilation, IMethodSymbol method)
    {
        foreach (AttributeData attribute in method.GetAttributes())
        {
            if (attribute.AttributeClass?.Name == "RuntimeAsyncMethodGenerationAttribute"
                && IsCompilerServices(attribute.AttributeClass.ContainingNamespace)
                && attribute.ConstructorArguments is [{ Value: bool generate }])
            {
                return generate;
            }
        }

        return UsesRuntimeAsync(compilation);
    }

    public static bool UsesRuntimeAsync(Compilation compilation) =>
        compilation.SyntaxTrees.FirstOrDefault()?.Options.Features.TryGetValue("runtime-async", out string? value) == true && value == "on";

    private static bool IsIn(INamespaceSymbol? scope, string name) => scope?.Name == name && scope.ContainingNamespace.IsGlobalNamespace;

    private static bool IsThreading(INamespaceSymbol? scope) => scope?.Name == "Threading" && IsIn(scope.ContainingNamespace, "System");

    private static bool IsCompilerServices(INamespaceSymbol? scope) =>
        scope is { Name: "CompilerServices", ContainingNamespace: { Name: "Runtime" } runtime }
        && IsIn(runtime.ContainingNamespace, "System");
}
