namespace PooledAwait;

/// <summary>Creates a completion, for operations that are generic over the two kinds. Called on a default instance.</summary>
internal interface ICompletion<TSelf, in T>
{
    TSelf Of(int index, T result, object? failure);
}
