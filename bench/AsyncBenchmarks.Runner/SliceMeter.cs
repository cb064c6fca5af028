namespace AsyncBenchmarks.Runner;

/// <summary>
/// Works for a given time and reports how much it got done. A slice is made of short parts; parts in which the operating
/// system gave the processor to another process are repeated instead of counted.
/// </summary>
internal sealed class SliceMeter(Workload workload)
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

    private readonly PartMeter _parts = new(workload);

    public void WarmUp(double milliseconds)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        do
        {
            _parts.Work(ToTicks(PartMilliseconds));
        }
        while (elapsed.Elapsed.TotalMilliseconds < milliseconds);
    }

    public SliceResult Measure(double milliseconds)
    {
        WarmUp(milliseconds * LeadIn);
        return Work(milliseconds);
    }

    /// <summary>Runs once, disturbed or not: for work that takes seconds.</summary>
    public SliceResult MeasureOnce() => Work(milliseconds: 0) with { Disturbed = 0 };

    private SliceResult Work(double milliseconds)
    {
        long wanted = ToTicks(milliseconds);
        long partLength = ToTicks(PartMilliseconds);
        (int gen0, int gen1, int gen2) = Collections();
        long prepared = _parts.PreparedBytes;
        long allocated = AllocatedBytes.Read();
        Part undisturbed = default;
        Part all = default;
        do
        {
            Part part = _parts.Work(Math.Min(partLength, wanted - undisturbed.Ticks));
            all += part;
            undisturbed += part.IsDisturbed ? default : part;
        }
        while (undisturbed.Ticks < wanted && all.Ticks < wanted * Patience);

        double operations = all.Runs * workload.OperationsPerRun;
        double? bytes = allocated < 0 ? null : (AllocatedBytes.Read() - allocated - (_parts.PreparedBytes - prepared)) / operations;
        (int after0, int after1, int after2) = Collections();
        Part counted = undisturbed.Ticks > wanted * Enough ? undisturbed : all;
        return new SliceResult(
            counted.Runs * workload.OperationsPerRun,
            counted.Ticks * 1e9 / Stopwatch.Frequency,
            bytes,
            1 - ((double)undisturbed.Ticks / all.Ticks),
            (after0 - gen0) * 1000 / operations,
            (after1 - gen1) * 1000 / operations,
            (after2 - gen2) * 1000 / operations);
    }

    // A collection counts for every generation it collects, as in BenchmarkDotNet's columns.
    private static (int Gen0, int Gen1, int Gen2) Collections() => (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));

    private static long ToTicks(double milliseconds) => (long)(milliseconds * Stopwatch.Frequency / 1000);
}
