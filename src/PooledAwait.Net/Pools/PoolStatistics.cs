namespace PooledAwait;

/// <summary>The figures of one pool since the process began; see <see cref="Pool.GetStatistics"/>.</summary>
/// <example><code>
/// foreach (PoolStatistics pool in Pool.GetStatistics())
/// {
///     Console.WriteLine($"{pool.Type}: {pool.Rented} rented, {pool.Allocated} allocated, {pool.Idle} idle");
/// }
/// </code></example>
public readonly record struct PoolStatistics
{
    /// <summary>The type of the pool: that by which objects are rented, the struct in a box, or an async method's state machine.</summary>
    public Type Type { get; internal init; }

    /// <summary>The number of rentals.</summary>
    public long Rented { get; internal init; }

    /// <summary>The number of returns.</summary>
    public long Returned { get; internal init; }

    /// <summary>The number of rentals for which the pool was empty, so that an object was allocated.</summary>
    public long Allocated { get; internal init; }

    /// <summary>The number of objects dropped because the pool was full, trimmed or cleared, or because their Reset threw.</summary>
    public long Dropped { get; internal init; }

    /// <summary>The number of objects that went to the garbage collector because their version was exhausted.</summary>
    public long Retired { get; internal init; }

    /// <summary>The number of second returns, each of which threw.</summary>
    public long Rejected { get; internal init; }

    /// <summary>The number of objects in the pool now, those that threads keep included.</summary>
    public int Idle { get; internal init; }
}
