namespace PooledAwait.Tests;

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
