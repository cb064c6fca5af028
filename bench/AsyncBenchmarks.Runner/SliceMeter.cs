using System;
using System.Diagnostics;

namespace AsyncBenchmarks.Runner;

/// <summary>
/// Works for a given time and tells how much it got done. A slice is made of short parts; parts in which the operating
/// system gave the processor to another process are not counted, and worked again.
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

    /// <summary>Less undisturbed work than this share of a slice is too little to tell anything: then everything counts.</summary>
    private const double Enough = 0.3;

    private readonly Workload _workload;
    private readonly PartMeter _parts;

    public SliceMeter(Workload workload)
    {
        _workload = workload;
        _parts = new PartMeter(workload);
    }

    /// <summary>Works so long by the clock on the wall, whatever comes of it.</summary>
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

    /// <summary>Runs once, whatever happens meanwhile: for work that takes seconds.</summary>
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
