using System;

namespace PooledAwait;

/// <summary>What the pool of one type has done since the process began; see <see cref="Pool.GetStatistics"/>.</summary>
/// <example>
/// <code>
/// foreach (PoolStatistics pool in Pool.GetStatistics())
/// {
///     Console.WriteLine($"{pool.Type}: {pool.Rented} rented, {pool.Allocated} allocated, {pool.Idle} idle");
/// }
/// </code>
/// </example>
public readonly record struct PoolStatistics
{
    internal PoolStatistics(Type type, long rented, long returned, long allocated, long dropped, long retired, long rejected, int idle)
    {
        Type = type;
        Rented = rented;
        Returned = returned;
        Allocated = allocated;
        Dropped = dropped;
        Retired = retired;
        Rejected = rejected;
        Idle = idle;
    }

    /// <summary>What is pooled: the type that objects are rented by, the struct in a box, or an async method's state machine.</summary>
    public Type Type { get; }

    /// <summary>How often an object was asked for.</summary>
    public long Rented { get; }

    /// <summary>How often one was given back.</summary>
    public long Returned { get; }

    /// <summary>How many requests the pool could not meet, so that an object was made.</summary>
    public long Allocated { get; }

    /// <summary>
    /// How many objects went to the garbage collector because the pool was full, was trimmed or cleared, or their Reset threw.
    /// </summary>
    public long Dropped { get; }

    /// <summary>How many objects went to the garbage collector because their version was exhausted.</summary>
    public long Retired { get; }

    /// <summary>How often someone returned an object that the pool had already, and got an exception.</summary>
    public long Rejected { get; }

    /// <summary>How many objects the pool holds now: the shared part, and what the thread that asked has to itself.</summary>
    public int Idle { get; }
}
