using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace PooledAwait;

/// <summary>The elements of a List in place.</summary>
internal static class ListElements
{
    internal static bool TryGetSpan<T>(List<T> list, out ReadOnlySpan<T> span)
    {
        span = CollectionsMarshal.AsSpan(list);
        return true;
    }
}
