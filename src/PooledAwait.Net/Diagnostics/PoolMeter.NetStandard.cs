using System;

namespace PooledAwait;

/// <summary>netstandard2.0 has no meters; the event source shows the same figures.</summary>
internal static class PoolMeter
{
    internal static void Start(Func<PoolReading[]> read)
    {
    }
}
