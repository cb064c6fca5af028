namespace PooledAwait.Tests;

/// <summary>The object behind an input.</summary>
internal enum Shape
{
    /// <summary>A pooled operation.</summary>
    Pooled,

    /// <summary>A pooled operation, given as a ValueTask.</summary>
    PooledAsValueTask,

    /// <summary>A ValueTask over a Task.</summary>
    Task,

    /// <summary>A ValueTask over a source that is not ours.</summary>
    ForeignSource,
}

/// <summary>How an operation ends.</summary>
internal enum Ending
{
    /// <summary>With a result.</summary>
    Success,

    /// <summary>With an error.</summary>
    Fault,

    /// <summary>With an OperationCanceledException that has a token.</summary>
    Cancellation,
}
