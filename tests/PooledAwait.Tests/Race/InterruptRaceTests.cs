namespace PooledAwait.Tests.Race;

/// <summary>Threads that are interrupted while they complete: between a claim and its publication nothing throws.</summary>
public class InterruptRaceTests
{
    [Theory]
    [Booleans]
    public void ResultOfAnInterruptedThreadAgainstCancellation_OneWinsAndTheAwaiterGetsItsOutcome(bool ofWait)
    {
        Duel.Run(Rounds.Of(60_000, 1_000_000), (round, race) =>
        {
            using CancellationTokenSource cancellation = new();
            PooledValueTaskSource<int> source =
                ofWait ? PooledValueTaskSource<int>.Create() : PooledValueTaskSource<int>.Create(cancellation.Token);
            PooledValueTask<int> awaiting =
                ofWait ? source.PooledTask.WaitAsync(TimeSpan.FromHours(1), cancellation.Token) : Awaiting.Pass(source.PooledTask);
            bool won = false;
            race(
                () =>
                {
                    Thread.CurrentThread.Interrupt();
                    won = source.TrySetResult(round);
                    Assert.Throws<ThreadInterruptedException>(static () => Thread.Sleep(Timeout.Infinite));
                },
                cancellation.Cancel);

            Assert.True(awaiting.IsCompleted);
            Assert.True(won || !ofWait);
            Completion<int> outcome = awaiting.WithoutThrowing().GetAwaiter().GetResult();
            Assert.True(outcome.IsCanceled ? ofWait || !won : won && outcome.Result == round);
        });
    }

    [Fact]
    public void EndQuietly_WhileTheCallbackRunsElsewhere_NeitherThrowsNorLosesTheInterruption() => Watchdog.Run(static () =>
    {
        using CancellationTokenSource cancellation = new();
        using ManualResetEventSlim isInside = new();
        using ManualResetEventSlim mayEnd = new();
        CancellationTokenRegistration registration = CancellationCallbacks.Register(
            _ =>
            {
                isInside.Set();
                mayEnd.Wait();
            },
            cancellation,
            cancellation.Token);
        Thread canceling = new(cancellation.Cancel);
        canceling.Start();
        isInside.Wait();

        Timers.InterruptTests.AssertKept(() => CancellationCallbacks.EndQuietly(registration));
        mayEnd.Set();
        canceling.Join();
    });

    [Fact]
    public void SpinOnce_OfAThreadThatIsInterrupted_GoesOnAndLeavesTheInterruptionToTheNextWait() => Watchdog.Run(static () =>
        Timers.InterruptTests.AssertKept(static () =>
        {
            UninterruptedWait wait = default;
            for (int i = 0; i < 200; i++)
            {
                wait.SpinOnce(); // sleeps after some rounds
            }

            wait.End();
        }));
}
