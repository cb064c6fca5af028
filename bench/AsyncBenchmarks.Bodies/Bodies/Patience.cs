using System;
using System.Diagnostics;
using System.Threading;

namespace AsyncBenchmarks.Bodies;

/// <summary>Waits for what a library may end on another thread, as it does where its stack would not do.</summary>
internal static class Patience
{
    // Ours run inline; what a library hands to the thread pool takes microseconds. This is a hang.
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    /// <summary>Waits until something was counted so often.</summary>
    /// <param name="count">What others raise, one at a time, each after what it counts.</param>
    /// <param name="wanted">How often.</param>
    /// <exception cref="WorkloadException">It was not, within half a minute.</exception>
    public static void Until(ref long count, long wanted)
    {
        if (Volatile.Read(ref count) < wanted)
        {
            Wait(ref count, wanted);
        }
    }

    private static void Wait(ref long count, long wanted)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        SpinWait spin = default;
        while (Volatile.Read(ref count) < wanted)
        {
            if (elapsed.Elapsed > s_limit)
            {
                throw new WorkloadException(
                    $"After {s_limit.TotalSeconds} s {Volatile.Read(ref count)} operations are counted; it should be {wanted}. The others hang, or had a wrong result.");
            }

            spin.SpinOnce();
        }
    }
}
