namespace PooledAwait.Tests;

/// <summary>What a ValueTask says of itself.</summary>
internal enum ValueTaskState
{
    Pending,
    Succeeded,
    Faulted,
    Canceled,
}
