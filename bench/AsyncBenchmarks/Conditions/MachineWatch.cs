using System.Diagnostics;
using System.Runtime.CompilerServices;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Conditions;

/// <summary>Looks at what else the machine does, and how fast its processor is.</summary>
internal static class MachineWatch
{
    // The system counts in hundredths of a second.
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(500);

    /// <summary>Looks for half a second.</summary>
    public static async Task<MachineState> LookAsync(CancellationToken cancellationToken)
    {
        ProcessorUse? before = ProcessorUse.Read();
        await Task.Delay(s_look, cancellationToken);
        double? others = ProcessorUse.Others(before, ProcessorUse.Read());
        return new MachineState(DateTimeOffset.UtcNow, others, SpinLoop.Measure());
    }
}

/// <summary>A loop that is always the same work: what a turn takes tells how fast the processor is at the moment.</summary>
internal static class SpinLoop
{
    private const int Turns = 200_000;
    private const int Tries = 7;

    private static ulong s_sink;

    /// <summary>Nanoseconds per turn: the best of a few tries, which the operating system did not interrupt. Takes some
    /// milliseconds.</summary>
    public static double Measure()
    {
        long best = long.MaxValue;
        for (int i = 0; i < Tries; i++)
        {
            long start = Stopwatch.GetTimestamp();
            s_sink = Spin(s_sink | 1, Turns);
            best = Math.Min(best, Stopwatch.GetTimestamp() - start);
        }

        return best * 1e9 / Stopwatch.Frequency / Turns;
    }

    // Each turn needs the one before it, so the processor can't do two at a time. Compiled once: no tier changes it on the way.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static ulong Spin(ulong value, int turns)
    {
        for (int i = 0; i < turns; i++)
        {
            value ^= value << 13;
            value ^= value >> 7;
            value ^= value << 17;
        }

        return value;
    }
}
