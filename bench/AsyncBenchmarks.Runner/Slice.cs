namespace AsyncBenchmarks.Runner;

/// <summary>What one slice of work came to.</summary>
internal readonly struct Slice
{
    public Slice(long operations, double nanoseconds, long allocatedBytes)
    {
        Operations = operations;
        Nanoseconds = nanoseconds;
        AllocatedBytes = allocatedBytes;
    }

    public long Operations { get; }

    public double Nanoseconds { get; }

    /// <summary>Bytes allocated by all of the operations; -1 where the runtime can't tell.</summary>
    public long AllocatedBytes { get; }
}
