using System;

namespace AsyncBenchmarks.Runner;

/// <summary>The numbers of one slice of work.</summary>
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

    /// <summary>The bytes that an operation allocated; negative where the runtime can't tell.</summary>
    public double BytesPerOperation { get; }

    /// <summary>The share of the time, from 0 to 1, that was not counted because another process had the processor.</summary>
    public double Disturbed { get; }

    /// <summary>The collections meanwhile, disturbed or not.</summary>
    public Collections Collections { get; }

    /// <summary>Makes counts of all that was worked, disturbed or not, counts per 1,000 operations.</summary>
    public double PerThousand { get; }
}

/// <summary>How often each generation was collected.</summary>
internal readonly struct Collections
{
    private Collections(int gen0, int gen1, int gen2)
    {
        Gen0 = gen0;
        Gen1 = gen1;
        Gen2 = gen2;
    }

    /// <summary>Collections of generation 0.</summary>
    public int Gen0 { get; }

    /// <summary>Collections of generation 1.</summary>
    public int Gen1 { get; }

    /// <summary>Collections of generation 2.</summary>
    public int Gen2 { get; }

    /// <summary>Since the process began; a collection counts for every generation it collects, as in BenchmarkDotNet's columns.</summary>
    public static Collections Read() => new(GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));

    /// <summary>The difference of two readings.</summary>
    public static Collections operator -(Collections later, Collections earlier) =>
        new(later.Gen0 - earlier.Gen0, later.Gen1 - earlier.Gen1, later.Gen2 - earlier.Gen2);
}
