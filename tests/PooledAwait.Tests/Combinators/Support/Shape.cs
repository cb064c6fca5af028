namespace PooledAwait.Tests;

/// <summary>What stands behind an input.</summary>
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
