namespace PooledAwait;

/// <summary>Creates a completion, for operations that are generic over the two kinds.</summary>
/// <typeparam name="TSelf">The kind.</typeparam>
/// <typeparam name="T">The result; <see cref="VoidResult"/> if there is none.</typeparam>
internal interface ICompletion<TSelf, in T>
{
    /// <summary>Creates a completion; called on a default instance.</summary>
    TSelf Of(int index, T result, object? failure);
}
