using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Runner;

/// <summary>Works for some milliseconds. The clock is read inside the process that works.</summary>
internal sealed class PartMeter(Workload workload)
{
    // .NET Framework has the value but not the name.
    private const MethodImplOptions AggressiveOptimization = (MethodImplOptions)512;

    /// <summary>The time between two readings of the clock; long enough that a reading costs less than 0.1 %.</summary>
    private const double BatchMilliseconds = 0.05;

    /// <summary>
    /// How much less processor time than wall time an undisturbed part may have: reading both clocks and an interrupt take a little.
    /// </summary>
    private const double LostShare = 0.03;

    private readonly long _batchTicks = (long)(BatchMilliseconds * Stopwatch.Frequency / 1000);
    private int _runsPerBatch = 1;

    /// <summary>The bytes that preparations have allocated so far: not part of the work.</summary>
    public long PreparedBytes { get; private set; }

    /// <summary>Works until so many ticks have passed, or for one run if that takes longer.</summary>
    public Part Work(long ticks)
    {
        long? processorBefore = ProcessorTime.ReadNanoseconds();
        long before = Stopwatch.GetTimestamp();
        (long runs, long worked) = workload.NeedsPreparation ? WorkPrepared(ticks) : WorkInBatches(ticks);
        double nanoseconds = (Stopwatch.GetTimestamp() - before) * 1e9 / Stopwatch.Frequency;
        long? processor = ProcessorTime.ReadNanoseconds() - processorBefore;
        if (workload.TakesProcessorTime && processor is { } used)
        {
            worked = (long)(used / 1e9 * Stopwatch.Frequency);
        }

        return new Part(runs, worked, IsDisturbed: !workload.WaitsForOthers && processor < nanoseconds * (1 - LostShare));
    }

    private (long Runs, long Ticks) WorkInBatches(long ticks)
    {
        long runs = 0;
        long start = Stopwatch.GetTimestamp();
        long before = start;
        while (true)
        {
            RunBatch(workload, _runsPerBatch);
            runs += _runsPerBatch;
            long now = Stopwatch.GetTimestamp();
            if (now - start >= ticks)
            {
                return (runs, now - start);
            }

            if (now - before < _batchTicks / 2)
            {
                _runsPerBatch *= 2;
            }
            else if (now - before > _batchTicks * 4 && _runsPerBatch > 1)
            {
                _runsPerBatch /= 2;
            }

            before = now;
        }
    }

    private (long Runs, long Ticks) WorkPrepared(long ticks)
    {
        long runs = 0;
        long worked = 0;
        do
        {
            long allocated = AllocatedBytes.Read();
            workload.Prepare();
            PreparedBytes += AllocatedBytes.Read() - allocated;
            long start = Stopwatch.GetTimestamp();
            RunBatch(workload, 1);
            worked += Stopwatch.GetTimestamp() - start;
            runs++;
        }
        while (worked < ticks);

        return (runs, worked);
    }

    /// <summary>
    /// Compiled once, fully and without a profile: the loop and its one virtual call are the same machine code for every case.
    /// </summary>
    [MethodImpl(AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void RunBatch(Workload workload, int runs)
    {
        for (int i = 0; i < runs; i++)
        {
            workload.Run();
        }
    }
}

/// <summary>A short stretch of work, or several of them added up.</summary>
/// <param name="Ticks">How long that took, on the stopwatch or the processor's clock.</param>
/// <param name="IsDisturbed">Whether another process had the processor meanwhile.</param>
internal readonly record struct Part(long Runs, long Ticks, bool IsDisturbed)
{
    public static Part operator +(Part left, Part right) =>
        new(left.Runs + right.Runs, left.Ticks + right.Ticks, left.IsDisturbed || right.IsDisturbed);
}

/// <summary>
/// How long this process has had a processor, all its threads together. The runtimes' own answers are too coarse for milliseconds, or
/// missing; Linux gives the same answer to every runtime.
/// </summary>
internal static class ProcessorTime
{
    private const int ProcessClock = 2;

    // The structure below is that of 64-bit systems.
    private static readonly bool s_isThere = IntPtr.Size == 8 && IsLinux() && TryRead(out _);

    /// <summary>In nanoseconds; null where it isn't known.</summary>
    public static long? ReadNanoseconds() => s_isThere && TryRead(out long nanoseconds) ? nanoseconds : null;

    private static bool TryRead(out long nanoseconds)
    {
        int error = ReadClock(ProcessClock, out TimeSpecification time);
        nanoseconds = (time.Seconds * 1_000_000_000) + time.Nanoseconds;
        return error == 0;
    }

    private static bool IsLinux() => RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

    [DllImport("libc", EntryPoint = "clock_gettime")]
    private static extern int ReadClock(int clock, out TimeSpecification time);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct TimeSpecification
    {
        public readonly long Seconds;
        public readonly long Nanoseconds;
    }
}
