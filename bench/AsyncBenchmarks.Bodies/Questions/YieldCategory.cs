namespace AsyncBenchmarks.Scenarios;

/// <summary>What a type stands for: the framework's type that it can take the place of.</summary>
internal enum YieldCategory
{
    /// <summary>Awaited any number of times, no result.</summary>
    Task,

    /// <summary>Awaited any number of times, a result.</summary>
    TaskT,

    /// <summary>Awaited once, no result.</summary>
    ValueTask,

    /// <summary>Awaited once, a result.</summary>
    ValueTaskT,
}
