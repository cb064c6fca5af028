namespace PooledAwait.Build;

/// <summary>What is pooled; the property PooledAwaitMethods names it.</summary>
[Flags]
public enum Forms
{
    None = 0,

    /// <summary>Variants of async methods, for calls that are awaited at once. The other values include it.</summary>
    Awaited = 1,

    /// <summary>The methods that return Task or Task&lt;T&gt; as well, whoever calls them.</summary>
    Task = 2,

    /// <summary>The methods that return ValueTask or ValueTask&lt;T&gt; as well, whoever calls them.</summary>
    ValueTask = 4,
}

/// <summary>A builder of the framework.</summary>
internal sealed class Builder(string frameworkName, string returns, Forms form, string? pooledName)
{
    private static readonly Dictionary<string, Builder> s_all =
        new[]
        {
            new Builder("AsyncTaskMethodBuilder", "Task", Forms.Task, "PooledAsyncTaskMethodBuilder"),
            new Builder("AsyncValueTaskMethodBuilder", "ValueTask", Forms.ValueTask, "PooledAsyncValueTaskMethodBuilder"),
            new Builder("PoolingAsyncValueTaskMethodBuilder", "ValueTask", Forms.ValueTask, "PooledAsyncValueTaskMethodBuilder"),
            new Builder("AsyncVoidMethodBuilder", "void", Forms.None, null),
            new Builder("AsyncIteratorMethodBuilder", "async iterator", Forms.None, null),
        }.ToDictionary(static builder => builder.FrameworkName);

    internal string FrameworkName => frameworkName;

    /// <summary>What its methods return, as the report lists it.</summary>
    internal string Returns => returns;

    internal Forms Form => form;

    /// <summary>The builder of the library that takes its place, without the generic arity; null if there is none.</summary>
    internal string? PooledName => pooledName;

    /// <summary>The builder of the library for variants, without the generic arity. The framework's ValueTask is backed by a Task, unless
    /// it is a pooling one, so its callers are queued by the same rule.</summary>
    internal string VariantName => IsPooling ? "PooledValueTaskMethodBuilder" : "UnseenTaskMethodBuilder";

    /// <summary>Whether a method names it with an attribute only in order to pool, so that the method is pooled all the same.</summary>
    internal bool IsPooling => frameworkName == "PoolingAsyncValueTaskMethodBuilder";

    /// <summary>The builder that a type is; null for any other type, as for an array of builders or a reference to one.</summary>
    internal static Builder? Find(TypeReference type) =>
        References.Named(type) is { Namespace: References.CompilerServices } element && References.IsOfTheFramework(element)
        && s_all.TryGetValue(element.Name.Split('`')[0], out Builder? builder)
            ? builder
            : null;

    /// <summary>Reads the property's value. Throws if it names anything else.</summary>
    internal static Forms Parse(string methods)
    {
        Forms forms = Forms.None;
        foreach (string name in methods.Split(';').Select(static name => name.Trim()).Where(static name => name.Length > 0))
        {
            forms |= name != nameof(Forms.None) && Enum.IsDefined(typeof(Forms), name)
                ? (Forms)Enum.Parse(typeof(Forms), name)
                : throw new FormatException(
                    $"'{name}' doesn't say what to pool. Write Awaited, or Task, ValueTask or Task;ValueTask to pool more.");
        }

        return forms;
    }
}
