using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;

namespace PooledAwait;

/// <summary>The elements of a List in place, which netstandard2.0 does not show.</summary>
internal static class ListElements
{
    [SuppressMessage("Style", "IDE0060", Justification = ".NET's needs the list.")]
    internal static bool TryGetSpan<T>(List<T> list, out ReadOnlySpan<T> span)
    {
        span = default;
        return false;
    }
}
