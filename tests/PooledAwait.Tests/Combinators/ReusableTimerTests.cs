using System;
using System.Threading;

namespace PooledAwait.Tests.Combinators;

/// <summary>A timer that is armed again and again tells each use its own end.</summary>
public sealed class ReusableTimerTests
{
    /// <summary>The first token of the uses that are armed for long.</summary>
    private const short LongToken = 10_000;

    [Fact]
    public void LateCallbackOfAnEarlierUse_NextUseArmed_DoesNotEndIt() => Watchdog.Run(() =>
    {
        // Disarmed around its time over and over: callbacks are often on their way when the next use is armed for long.
        Recorder recorder = new();
        ReusableTimer timer = new(recorder);
        int uses = 0;
        for (; uses < 300 || Volatile.Read(ref recorder.Short) == 0; uses++)
        {
            short shortUse = (short)(uses % LongToken);
            timer.Arm(shortUse, 1);
            Thread.Sleep(uses % 3);
            timer.Disarm();
            timer.Arm((short)(shortUse + LongToken), 1_000_000);
            Thread.Sleep(1);
            timer.Disarm();
        }

        Thread.Sleep(20);
        Assert.Equal(0, recorder.Long);
        Assert.InRange(recorder.Short, 1, uses);
    });

    [Fact]
    public void LateCallback_WhileTheNextUseHasTime_IsIgnoredAndTheUseEndsAtItsTime() => Watchdog.Run(() =>
    {
        Recorder recorder = new();
        ReusableTimer timer = new(recorder);
        timer.Arm(LongToken, 1_000_000);
        timer.OnTimer();
        Assert.Equal(0, recorder.Long);
        timer.Disarm();
        timer.Arm(1, 20);
        timer.OnTimer();
        Watchdog.WaitFor(() => Volatile.Read(ref recorder.Short) == 1, "the end of the second use");
    });

    [Fact]
    public void DisarmedTimer_NeverCallsBack() => Watchdog.Run(() =>
    {
        const int Due = 200;
        Recorder recorder;
        long start;
        do
        {
            // A thread that lost the processor for so long in between disarms a timer that is due.
            recorder = new Recorder();
            ReusableTimer timer = new(recorder);
            start = Environment.TickCount64;
            timer.Arm(1, Due);
            timer.Disarm();
        }
        while (Environment.TickCount64 - start >= Due);

        Thread.Sleep(2 * Due);
        Assert.Equal(0, recorder.Short);
    });

    private sealed class Recorder : ITimed
    {
        internal int Short;
        internal int Long;

        public void Elapse(short token) => Interlocked.Increment(ref token >= LongToken ? ref Long : ref Short);
    }
}
