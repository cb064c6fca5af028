namespace PooledAwait;

/// <summary>How our builders recognize an awaiter of an operation, with which they register a box without a delegate.</summary>
internal interface IOperationAwaiter
{
    /// <summary>The awaited operation; null if the awaiter only yields, or the awaited task was complete from the start.</summary>
    Operation? Operation { get; }

    /// <summary>The token and the awaiter's configuration: <see cref="Awaiters.Pack"/>.</summary>
    int PackedToken { get; }
}
