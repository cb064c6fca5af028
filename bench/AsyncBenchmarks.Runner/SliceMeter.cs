using System.Diagnostics;

namespace AsyncBenchmarks.Runner;

/// <summary>
/// Works for a given time and reports how much it got done. A slice is made of short parts; parts in which the operating
/// system gave the processor to another process are repeated instead of counted.
/// </summary>
internal sealed class SliceMeter
{
    /// <summary>
    /// The share of a slice that is worked before it and not counted. Another process has just used the core, its
    /// caches and branch predictors, and the time to fill them again is not part of the work.
    /// </summary>
    private const double LeadIn = 0.15;

    /// <summary>About as long as a scheduler lets others work.</summary>
    private const double PartMilliseconds = 3;

    /// <summary>How many times its length a slice may take for as much undisturbed work.</summary>
    private const int Patience = 8;

    /// <summary>If less than this share of a slice is undisturbed, everything counts.</summary>
    private const double Enough = 0.3;

    private readonly Workload _workload;
    private readonly PartMeter _parts;

    public SliceMeter(Workload workload)
    {
        _workload = workload;
        _parts = new PartMeter(workload);
    }

    /// <summary>Works for that much wall time, and measures nothing.</summary>
    public void WarmUp(double milliseconds)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        do
        {
            _parts.Work(ToTicks(PartMilliseconds));
        }
        while (elapsed.Elapsed.TotalMilliseconds < milliseconds);
    }

    /// <summary>Works one slice.</summary>
    public Slice Measure(double milliseconds)
    {
        WarmUp(milliseconds * LeadIn);
        return Work(milliseconds);
    }

    /// <summary>Runs once, disturbed or not: for work that takes seconds.</summary>
    public Slice MeasureOnce()
    {
        if (_workload.NeedsPreparation)
        {
            _workload.Prepare();
        }

        Collections collected = Collections.Read();
        long allocated = AllocatedBytes.Read();
        long start = Stopwatch.GetTimestamp();
        _workload.Run();
        double nanoseconds = (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency;
        int operations = _workload.OperationsPerRun;
        double bytes = allocated < 0 ? -1 : (double)(AllocatedBytes.Read() - allocated) / operations;
        return new Slice(
            operations, nanoseconds, bytes, 0, Collections.Read() - collected, 1000.0 / operations);
    }

    private Slice Work(double milliseconds)
    {
        long wanted = ToTicks(milliseconds);
        long partLength = ToTicks(PartMilliseconds);
        Collections collected = Collections.Read();
        long prepared = _parts.PreparedBytes;
        long allocated = AllocatedBytes.Read();
        Part undisturbed = default;
        Part all = default;
        while (undisturbed.Ticks < wanted && all.Ticks < wanted * Patience)
        {
            Part part = _parts.Work(Math.Min(partLength, wanted - undisturbed.Ticks));
            all += part;
            undisturbed += part.IsDisturbed ? default : part;
        }

        long operations = all.Runs * _workload.OperationsPerRun;
        double bytes = allocated < 0
            ? -1
            : (double)(AllocatedBytes.Read() - allocated - (_parts.PreparedBytes - prepared)) / operations;
        Part counted = undisturbed.Ticks >= wanted * Enough ? undisturbed : all;
        return new Slice(
            counted.Runs * _workload.OperationsPerRun,
            counted.Ticks * 1e9 / Stopwatch.Frequency,
            bytes,
            1 - ((double)undisturbed.Ticks / all.Ticks),
            Collections.Read() - collected,
            1000.0 / operations);
    }

    private static long ToTicks(double milliseconds) => (long)(milliseconds * Stopwatch.Frequency / 1000);
}

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

    /// <summary>Converts counts over all work, disturbed or not, to counts per 1,000 operations.</summary>
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
