using System;

namespace PooledAwait;

/// <summary>What the pool of one type has done since the process began, up to each thread's last exchange with the shared depot.</summary>
internal readonly struct PoolStatistics
{
    internal PoolStatistics(Type type, long rented, long returned, long allocated, long dropped, long retired, int idle)
    {
        Type = type;
        Rented = rented;
        Returned = returned;
        Allocated = allocated;
        Dropped = dropped;
        Retired = retired;
        Idle = idle;
    }

    /// <summary>The type of the pooled objects.</summary>
    internal Type Type { get; }

    /// <summary>How often an object was asked for.</summary>
    internal long Rented { get; }

    /// <summary>How often one was given back.</summary>
    internal long Returned { get; }

    /// <summary>How many requests the pool could not meet, so that an object was made.</summary>
    internal long Allocated { get; }

    /// <summary>How many objects went to the garbage collector because the pool was full, or was trimmed.</summary>
    internal long Dropped { get; }

    /// <summary>How many objects went to the garbage collector because their token had been everything it can be.</summary>
    internal long Retired { get; }

    /// <summary>How many objects the shared depot holds now.</summary>
    internal int Idle { get; }
}
