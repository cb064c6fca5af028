namespace AsyncBenchmarks.Runner;

/// <summary>What one slice of work came to.</summary>
internal readonly struct Slice
{
    public Slice(
        long operations, double nanoseconds, double bytesPerOperation, double disturbed, Collections collections, double perThousand)
    {
        Collections = collections;
        PerThousand = perThousand;
        Operations = operations;
        Nanoseconds = nanoseconds;
        BytesPerOperation = bytesPerOperation;
        Disturbed = disturbed;
    }

    /// <summary>The operations that were counted.</summary>
    public long Operations { get; }

    /// <summary>The time they took.</summary>
    public double Nanoseconds { get; }

    /// <summary>What an operation allocated; negative where the runtime can't tell.</summary>
    public double BytesPerOperation { get; }

    /// <summary>The share of the time, from 0 to 1, that was not counted because somebody else had the processor.</summary>
    public double Disturbed { get; }

    /// <summary>The collections meanwhile, disturbed or not.</summary>
    public Collections Collections { get; }

    /// <summary>Makes counts of all that was worked, disturbed or not, counts per 1,000 operations.</summary>
    public double PerThousand { get; }
}
