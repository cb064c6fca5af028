namespace PooledAwait;

/// <summary>Whether a value can keep objects alive, and must be cleared before it is pooled.</summary>
internal static class References
{
#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant to the compiler
    internal static bool MayBeIn<T>() => RuntimeHelpers.IsReferenceOrContainsReferences<T>();
#else
    /// <summary>True, because netstandard2.0 can't tell.</summary>
    internal static bool MayBeIn<T>() => true;
#endif
}
