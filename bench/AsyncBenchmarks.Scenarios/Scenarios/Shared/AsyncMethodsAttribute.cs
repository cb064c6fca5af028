namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Gives a library's class its sources and async methods, as struct <c>Body</c> and classes such as <c>WhenAllBody</c>: the templates in
/// the folders of the scenarios, filled by the generator. The library's file names the sources Source, VoidSource,
/// VectorSource and ObjectSource, and the task of a Source Awaited. A text may have holes: <c>$1</c> is a result's type in angle brackets.
/// </summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
[Conditional("NEVER")]
internal sealed class AsyncMethodsAttribute : Attribute
{
    /// <summary>The return type of the methods; with &lt;T&gt; it has a result.</summary>
    public string Task { get; init; } = "";

    /// <summary>The method builder that an attribute on each method asks for; without one the methods have no attribute.</summary>
    public string Builder { get; init; } = "";

    /// <summary>The continuation method; without one the library's file has the continuations, or there are none.</summary>
    public string Then { get; init; } = "";

    /// <summary>How a method waits for all <c>Tasks</c> and finishes with their results; empty for a library without combinators.</summary>
    public string WhenAll { get; init; } = "";

    /// <summary>The result of the first of the <c>Tasks</c>.</summary>
    public string WhenAny { get; init; } = "";

    /// <summary>Whether the library's file has a method <c>Limit</c>, which gives an operation a limit.</summary>
    public bool Limits { get; init; }

    /// <summary>How a pending source is made: <c>$2</c> is its type; <c>$2.Create()</c>.</summary>
    public string Create { get; init; } = "";

    /// <summary>The member of a source that is awaited, <c>.Task</c>; empty where the source itself is.</summary>
    public string Operation { get; init; } = "";

    /// <summary>The type of that, for a source without a result; the methods' type.</summary>
    public string Base { get; init; } = "";

    /// <summary>The method that completes a source; <c>SetResult</c>.</summary>
    public string SetResult { get; init; } = "";

    /// <summary>The call that completes one without a result; <c>SetResult()</c>.</summary>
    public string SetVoid { get; init; } = "";

    public string SetException { get; init; } = "";

    public string SetCanceled { get; init; } = "";

    /// <summary>A complete operation without a result; <c>default</c>.</summary>
    public string Completed { get; init; } = "";

    /// <summary>A complete operation with <c>RoundTally.$2</c> as its result; made with <c>new</c>.</summary>
    public string Resolved { get; init; } = "";

    /// <summary>How the library discards a result so that it is recycled: <c>$2</c> is the call.</summary>
    public string Discard { get; init; } = "";

    /// <summary>The call on each awaited task, not on the gate, which captures nothing; empty for a plain await.</summary>
    public string Configured { get; init; } = "";

    public string Awaiter { get; init; } = "";

    /// <summary>The awaiter of the same with a long as its result.</summary>
    public string AwaiterOfLong { get; init; } = "";

    /// <summary>Whether it is a second task type of a library: it has rows in Yield only.</summary>
    public bool OnlyYield { get; init; }
}

/// <summary>
/// Gives a library's class the async methods that wait on what the library has: Coordination.template, Signals.template and
/// Channel.template, filled by the generator. The library's file passes what waits and what ends the wait.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
[Conditional("NEVER")]
internal sealed class CoordinationAttribute : Attribute
{
    /// <summary>The return type of the methods; <c>Task</c>.</summary>
    public string Task { get; init; } = "";

    /// <summary>The type of a wait; the methods' type.</summary>
    public string Wait { get; init; } = "";

    /// <summary>The beginning of <c>PooledSemaphore</c> and of the events' names; empty where their members differ from ours.</summary>
    public string Types { get; init; } = "";

    /// <summary>How its countdown event starts over; <c>Reset()</c>.</summary>
    public string Reset { get; init; } = "";

    /// <summary>The type of a channel's waits; empty for a library without channels.</summary>
    public string Channel { get; init; } = "";

    /// <summary>How the library discards a result so that it is recycled: <c>$1</c> is the call; <c>_ = $1</c>.</summary>
    public string Discard { get; init; } = "";
}
