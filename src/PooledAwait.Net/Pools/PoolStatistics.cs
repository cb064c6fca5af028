namespace PooledAwait;

/// <summary>The figures of one pool since the process began; see <see cref="Pool.GetStatistics"/>.</summary>
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

    /// <summary>The type of the pool: that by which objects are rented, the struct in a box, or an async method's state machine.</summary>
    public Type Type { get; }

    /// <summary>The number of rentals.</summary>
    public long Rented { get; }

    /// <summary>The number of returns.</summary>
    public long Returned { get; }

    /// <summary>The number of rentals for which the pool was empty, so that an object was allocated.</summary>
    public long Allocated { get; }

    /// <summary>The number of objects dropped because the pool was full, trimmed or cleared, or because their Reset threw.</summary>
    public long Dropped { get; }

    /// <summary>The number of objects that went to the garbage collector because their version was exhausted.</summary>
    public long Retired { get; }

    /// <summary>The number of second returns, each of which threw.</summary>
    public long Rejected { get; }

    /// <summary>The number of objects in the pool now, those that threads keep included.</summary>
    public int Idle { get; }
}
