using System;
using System.Collections.Generic;

namespace PooledAwait;

/// <summary>The figures of the pools of one name, as instruments show them.</summary>
/// <remarks>
/// Pools count without synchronization, up to each thread's last exchange, so that a return can be counted before the rental it ends.
/// A reading never shows more returns than rentals, because a graph of their difference is what people look at.
/// </remarks>
internal readonly struct PoolReading
{
    private PoolReading(string name, in PoolReading other, PoolStatistics statistics)
    {
        Name = name;
        Rented = other.Rented + statistics.Rented;
        Returned = other.Returned + Math.Min(statistics.Returned, statistics.Rented);
        Allocated = other.Allocated + statistics.Allocated;
        Dropped = other.Dropped + statistics.Dropped;
        Retired = other.Retired + statistics.Retired;
        Idle = other.Idle + statistics.Idle;
    }

    internal string Name { get; }

    internal long Rented { get; }

    internal long Returned { get; }

    internal long Allocated { get; }

    internal long Dropped { get; }

    internal long Retired { get; }

    internal int Idle { get; }

    /// <summary>Makes readings of all pools' statistics; overloads of a method have one name, and so one reading.</summary>
    internal static PoolReading[] Of(IEnumerable<PoolStatistics> statistics)
    {
        Dictionary<string, PoolReading> readings = [];
        foreach (PoolStatistics pool in statistics)
        {
            string name = OperationNames.Of(pool.Type);
            readings.TryGetValue(name, out PoolReading before);
            readings[name] = new PoolReading(name, before, pool);
        }

        return [.. readings.Values];
    }
}
