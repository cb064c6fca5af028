using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Whether a value can keep objects alive, and so must be cleared before it is pooled.</summary>
internal static class References
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant to the compiler
    internal static bool MayBeIn<T>() =>
#if NET
        RuntimeHelpers.IsReferenceOrContainsReferences<T>();
#else
        true; // netstandard2.0 can't tell
#endif
}
