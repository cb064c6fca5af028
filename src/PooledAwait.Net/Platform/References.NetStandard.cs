namespace PooledAwait;

/// <summary>Whether a value can keep objects alive, and must be cleared before it is pooled.</summary>
internal static class References
{
    /// <summary>True, because netstandard2.0 can't tell.</summary>
    internal static bool MayBeIn<T>() => true;
}
