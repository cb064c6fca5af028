using System.Threading;

namespace PooledAwait.Tests.Combinators;

/// <summary>A timer that is armed again and again tells each use its own end.</summary>
public sealed class ReusableTimerTests
{
    [Fact]
    public void LateCallbackOfAnEarlierUse_NextUseArmed_DoesNotEndIt() => Watchdog.Run(() =>
    {
        // Disarmed around its time over and over: callbacks are often on their way when the next use is armed for long.
        Recorder recorder = new();
        ReusableTimer timer = new(recorder);
        for (short use = 0; use < 300; use++)
        {
            short shortUse = use;
            short longUse = (short)(use + 10_000);
            timer.Arm(shortUse, 1);
            Thread.Sleep(use % 3);
            timer.Disarm();
            timer.Arm(longUse, 100_000);
            Thread.Sleep(1);
            timer.Disarm();
        }

        Thread.Sleep(20);
        Assert.Equal(0, recorder.Long);
        Assert.InRange(recorder.Short, 1, 300);
    });

    [Fact]
    public void LateCallback_WhileTheNextUseHasTime_IsIgnoredAndTheUseEndsAtItsTime() => Watchdog.Run(() =>
    {
        Recorder recorder = new();
        ReusableTimer timer = new(recorder);
        timer.Arm(10_000, 1_000_000);
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
        Recorder recorder = new();
        ReusableTimer timer = new(recorder);
        timer.Arm(1, 5);
        timer.Disarm();
        Thread.Sleep(50);
        Assert.Equal(0, recorder.Short);
    });

    private sealed class Recorder : ITimed
    {
        internal int Short;
        internal int Long;

        public void Elapse(short token) => Interlocked.Increment(ref token >= 10_000 ? ref Long : ref Short);
    }
}
