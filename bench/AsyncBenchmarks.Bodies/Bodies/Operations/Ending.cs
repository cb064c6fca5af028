using System;
using System.Diagnostics;
using System.Threading;

namespace AsyncBenchmarks.Bodies;

/// <summary>Waits for methods that a library may end on another thread, as it does where its stack would not do.</summary>
internal static class Ending
{
    // What is left takes microseconds. This is a hang.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <summary>Waits until so many have reported, or for half a minute.</summary>
    public static void Await(Tally tally, long count)
    {
        if (tally.Count < count)
        {
            AwaitOther(tally, count);
        }
    }

    private static void AwaitOther(Tally tally, long count)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        SpinWait spin = default;
        while (tally.Count < count && elapsed.Elapsed < s_patience)
        {
            spin.SpinOnce();
            Thread.MemoryBarrier();
        }
    }
}
