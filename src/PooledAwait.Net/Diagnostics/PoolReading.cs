namespace PooledAwait;

/// <summary>The figures of all pools of one name.</summary>
/// <remarks>A reading never shows more returns than rentals, because dashboards show their difference. More objects are returned than
/// rented where code gives its own to <see cref="Pool.Return{T}"/>.</remarks>
internal readonly record struct PoolReading(
    string Name, long Rented, long Returned, long Allocated, long Dropped, long Retired, int Idle, long Saved)
{
    /// <summary>The number of rentals that allocated nothing.</summary>
    internal long Reused => Rented - Allocated;

    public long Returned { get; } = Math.Min(Returned, Rented);

    internal PoolReading Plus(in PoolReading other) => new(
        Name,
        Rented + other.Rented,
        Returned + other.Returned,
        Allocated + other.Allocated,
        Dropped + other.Dropped,
        Retired + other.Retired,
        Idle + other.Idle,
        Saved + other.Saved);
}
