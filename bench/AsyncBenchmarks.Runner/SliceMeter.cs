using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Runner;

/// <summary>Works for a given time and tells how much it got done. The clock is read inside the process that works.</summary>
internal sealed class SliceMeter
{
    /// <summary>
    /// The share of a slice that is worked but not counted before it: another process has just used the core,
    /// its caches and branch predictors, and the time to get them back belongs to nobody's work.
    /// </summary>
    private const double LeadIn = 0.15;

    /// <summary>Between two looks at the clock; long enough that looking costs less than 0.1 %.</summary>
    private const double BatchMilliseconds = 0.05;

    // .NET Framework has the value but not the name.
    private const MethodImplOptions AggressiveOptimization = (MethodImplOptions)512;

    private readonly Workload _workload;
    private int _runsPerBatch = 1;

    public SliceMeter(Workload workload)
    {
        _workload = workload;
    }

    public Slice Measure(double milliseconds)
    {
        Work(milliseconds * LeadIn);
        return Work(milliseconds);
    }

    private Slice Work(double milliseconds)
    {
        long allocated = AllocatedBytes.Read();
        (long runs, long ticks) = _workload.NeedsPreparation ? WorkPrepared(milliseconds) : WorkInBatches(milliseconds);
        allocated = allocated < 0 ? -1 : AllocatedBytes.Read() - allocated;
        return new Slice(runs * _workload.OperationsPerRun, ticks * 1e9 / Stopwatch.Frequency, allocated);
    }

    private (long Runs, long Ticks) WorkInBatches(double milliseconds)
    {
        long budget = ToTicks(milliseconds);
        long batchBudget = ToTicks(BatchMilliseconds);
        long runs = 0;
        long start = Stopwatch.GetTimestamp();
        long before = start;
        while (true)
        {
            RunBatch(_workload, _runsPerBatch);
            runs += _runsPerBatch;
            long now = Stopwatch.GetTimestamp();
            if (now - start >= budget)
            {
                return (runs, now - start);
            }

            if (now - before < batchBudget / 2)
            {
                _runsPerBatch *= 2;
            }
            else if (now - before > batchBudget * 4 && _runsPerBatch > 1)
            {
                _runsPerBatch /= 2;
            }

            before = now;
        }
    }

    private (long Runs, long Ticks) WorkPrepared(double milliseconds)
    {
        long budget = ToTicks(milliseconds);
        long runs = 0;
        long worked = 0;
        do
        {
            _workload.Prepare();
            long start = Stopwatch.GetTimestamp();
            _workload.Run();
            worked += Stopwatch.GetTimestamp() - start;
            runs++;
        }
        while (worked < budget);

        return (runs, worked);
    }

    // Compiled once, fully and without a profile: the loop and its one virtual call are the same machine code for every case.
    [MethodImpl(AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void RunBatch(Workload workload, int runs)
    {
        for (int i = 0; i < runs; i++)
        {
            workload.Run();
        }
    }

    private static long ToTicks(double milliseconds) => (long)(milliseconds * Stopwatch.Frequency / 1000);
}
