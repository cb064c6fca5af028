using System;

namespace PooledAwait;

/// <summary>The figures of all pools of one name.</summary>
/// <remarks>
/// A reading never shows more returns than rentals, because dashboards show their difference. More objects are returned than rented where
/// code gives its own to <see cref="Pool.Return{T}"/>.
/// </remarks>
internal readonly struct PoolReading
{
    internal PoolReading(string name, long rented, long returned, long allocated, long dropped, long retired, int idle)
    {
        Name = name;
        Rented = rented;
        Returned = Math.Min(returned, rented);
        Allocated = allocated;
        Dropped = dropped;
        Retired = retired;
        Idle = idle;
    }

    internal string Name { get; }

    internal long Rented { get; }

    internal long Returned { get; }

    internal long Allocated { get; }

    internal long Dropped { get; }

    internal long Retired { get; }

    internal int Idle { get; }

    /// <summary>The figures of this pool and another of the same name.</summary>
    internal PoolReading Plus(in PoolReading other) => new(
        Name,
        Rented + other.Rented,
        Returned + other.Returned,
        Allocated + other.Allocated,
        Dropped + other.Dropped,
        Retired + other.Retired,
        Idle + other.Idle);
}
