using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledAwait.Analyzers.Flow;

namespace PooledAwait.Analyzers;

/// <summary>The methods whose operations a builder of the library makes: by their return type, by an attribute, by the project property
/// <c>PooledAwaitMethods</c>, or because their assembly is rewritten.</summary>
internal sealed class PooledMethods
{
    private readonly Compilation _compilation;
    private readonly HashSet<string> _forms;
    private readonly HashSet<string> _assemblies;

    public PooledMethods(Compilation compilation, AnalyzerOptions options)
    {
        _compilation = compilation;
        _forms = Read(options, "PooledAwaitMethods");
        _assemblies = Read(options, "PooledAwaitAssemblies");
    }

    /// <summary>Whether the project property names the form of async methods that return this type.</summary>
    public bool AreOfForm(ITypeSymbol returnType) => _forms.Count > 0 && _forms.Contains(
        returnType.SpecialType == SpecialType.System_Void ? "Void"
        : KnownTypes.IsTask(returnType) ? "Task"
        : KnownTypes.IsValueTask(returnType) ? "ValueTask"
        : KnownTypes.IsAsyncIterator(returnType) ? "AsyncIterator"
        : "");

    /// <summary>Whether the build makes a pooled variant of an async method, which calls that are awaited at once take: of all Task and
    /// ValueTask methods, where the property has one of its values; a lambda is called through a delegate.</summary>
    public bool HaveVariantOf(IMethodSymbol method) =>
        (_forms.Contains("Awaited") || _forms.Contains("Task") || _forms.Contains("ValueTask"))
        && method.MethodKind != MethodKind.AnonymousFunction
        && (KnownTypes.IsTask(method.ReturnType) || KnownTypes.IsValueTask(method.ReturnType));

    /// <summary>Whether the library makes the operations of an async method.</summary>
    public bool Contains(IMethodSymbol method)
    {
        if (KnownTypes.IsPooledValueTask(method.ReturnType)
            || KnownTypes.IsPooledTask(method.ReturnType)
            || KnownTypes.IsFireAndForget(method.ReturnType))
        {
            return true;
        }

        // A method whose attribute names a builder keeps it, but for .NET's own that pools.
        ITypeSymbol? builder = KnownTypes.BuilderOf(method);
        return builder is null || KnownTypes.IsFrameworkPoolingBuilder(builder)
            ? method.IsAsync
                && AreOfForm(method.ReturnType)
                && SymbolEqualityComparer.Default.Equals(method.ContainingAssembly, _compilation.Assembly)
            : KnownTypes.IsPooledBuilder(builder);
    }

    /// <summary>Whether an expression starts an operation of the library, to be consumed once; its type may be ValueTask.</summary>
    public bool IsStarted(IOperation value) =>
        Uses.IsStarted(value)
        || (Uses.Unwrap(value) is IInvocationOperation { TargetMethod: var method }
            && KnownTypes.IsValueTask(method.ReturnType)
            && method is { MethodKind: not MethodKind.DelegateInvoke, ContainingType.TypeKind: not TypeKind.Interface }
            && (_assemblies.Contains(method.ContainingAssembly?.Name ?? "")
                || (Contains(method.OriginalDefinition) && !KnownTypes.UsesRuntimeAsync(_compilation, method))));

    /// <summary>A list from the project. The compiler takes a semicolon for the start of a comment, so the package writes commas.</summary>
    private static HashSet<string> Read(AnalyzerOptions options, string property)
    {
        options.AnalyzerConfigOptionsProvider.GlobalOptions.TryGetValue("build_property." + property, out string? value);
        return new HashSet<string>((value ?? "").Split(',', ';').Select(name => name.Trim()), StringComparer.OrdinalIgnoreCase);
    }
}
