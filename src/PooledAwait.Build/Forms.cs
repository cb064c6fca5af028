namespace PooledAwait.Build;

/// <summary>The kinds of async methods whose builders can be redirected; the property PooledAwaitMethods names them.</summary>
[Flags]
public enum Forms
{
    None = 0,

    /// <summary>Methods that return Task or Task&lt;T&gt;.</summary>
    Task = 1,

    /// <summary>Methods that return ValueTask or ValueTask&lt;T&gt;.</summary>
    ValueTask = 2,
}

/// <summary>A builder of the framework.</summary>
internal sealed class Builder(string frameworkName, string returns, Forms form, string? pooledName)
{
    private const string Space = "System.Runtime.CompilerServices.";

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

    /// <summary>What its methods return, as counts are listed.</summary>
    internal string Returns => returns;

    internal Forms Form => form;

    /// <summary>The builder of the library that takes its place, without the generic arity; null if there is none.</summary>
    internal string? PooledName => pooledName;

    /// <summary>The builder of the library for methods that return a pooled task instead, without the generic arity.</summary>
    internal string NameWithoutTask => form == Forms.Task ? "UnseenTaskMethodBuilder" : "PooledValueTaskMethodBuilder";

    /// <summary>Whether a method names it with an attribute only in order to pool, so that the method is pooled all the same.</summary>
    internal bool IsPooling => frameworkName == "PoolingAsyncValueTaskMethodBuilder";

    internal static Builder? Find(string fullName)
    {
        int arity = fullName.IndexOf('`');
        string name = arity < 0 ? fullName : fullName.Substring(0, arity);
        return name.StartsWith(Space, StringComparison.Ordinal) && s_all.TryGetValue(name.Substring(Space.Length), out Builder? builder)
            ? builder
            : null;
    }

    /// <summary>Reads the property's value. Throws if it names anything but Task and ValueTask.</summary>
    internal static Forms Parse(string methods)
    {
        Forms forms = Forms.None;
        foreach (string name in methods.Split(';').Select(static name => name.Trim()).Where(static name => name.Length > 0))
        {
            forms |= name switch
            {
                nameof(Forms.Task) => Forms.Task,
                nameof(Forms.ValueTask) => Forms.ValueTask,
                _ => throw new FormatException(
                    $"'{name}' is not a kind of method that can be pooled. Write Task, ValueTask or Task;ValueTask."),
            };
        }

        return forms;
    }
}
