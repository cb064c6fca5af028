using System;
using System.Collections.Generic;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledAwait;

/// <summary>The elements of a List where they lie, on platforms that show them.</summary>
internal static class ListElements
{
    internal static bool TryGetSpan<T>(List<T> list, out ReadOnlySpan<T> span)
    {
#if NET
        span = CollectionsMarshal.AsSpan(list);
        return true;
#else
        span = default;
        return false;
#endif
    }
}
