using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Whether a value can keep objects alive, and must be cleared before it is pooled.</summary>
internal static class References
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant to the compiler
    internal static bool MayBeIn<T>() => RuntimeHelpers.IsReferenceOrContainsReferences<T>();
}
