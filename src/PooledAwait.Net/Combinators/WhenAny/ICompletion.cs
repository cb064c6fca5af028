namespace PooledAwait;

/// <summary>How an operation that is generic over the two kinds of completion makes one.</summary>
/// <typeparam name="TSelf">The kind.</typeparam>
/// <typeparam name="T">The result; <see cref="VoidResult"/> if there is none.</typeparam>
internal interface ICompletion<TSelf, in T>
{
    /// <summary>Null, or why there is no result.</summary>
    object? Failure { get; }

    /// <summary>Makes one; called on a default instance.</summary>
    TSelf Of(int index, T result, object? failure);
}
