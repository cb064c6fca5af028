namespace AsyncBenchmarks.Scenarios;

/// <summary>What is done in rounds of three operations: one without a result, one with a struct, one with an object.</summary>
internal enum RoundsKind
{
    /// <summary>Async methods that await one shared, pending gate.</summary>
    AsyncPending,

    /// <summary>Async methods that await nothing.</summary>
    AsyncResolved,

    /// <summary>One async method awaits pending operations, which are completed one after the other.</summary>
    AwaitPending,

    /// <summary>One async method awaits complete operations.</summary>
    AwaitResolved,

    /// <summary>A chain of continuations that return plain values.</summary>
    ContinueWithFromValue,

    /// <summary>A chain of continuations that return complete operations.</summary>
    ContinueWithResolved,

    /// <summary>A chain of continuations that return pending operations, which are completed one after the other.</summary>
    ContinueWithPending,
}
