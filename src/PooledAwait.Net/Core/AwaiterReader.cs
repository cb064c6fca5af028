namespace PooledAwait;

/// <summary>Finds what the awaiters of one type await, if their static type doesn't say.</summary>
internal abstract class AwaiterReader<TAwaiter>
{
    /// <summary>The reader of this type; null while there is none. A field, because a property would be one more method to
    /// compile.</summary>
    internal static AwaiterReader<TAwaiter>? Known;

    internal abstract Operation? Read(ref TAwaiter awaiter, out int packedToken);
}
