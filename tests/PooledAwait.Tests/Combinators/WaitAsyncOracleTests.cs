namespace PooledAwait.Tests.Combinators;

/// <summary>
/// WaitAsync ends as Task.WaitAsync does: completion, timeout and cancellation, before the call and after it, in every order.
/// </summary>
public sealed class WaitAsyncOracleTests
{
    private static readonly int s_mixes = Rounds.Of(3_000, 50_000);

    private static readonly TimeSpan s_time = TimeSpan.FromSeconds(1);

    private enum Event
    {
        Completion,
        Timeout,
        Cancellation,
    }

    [Fact]
    public void WaitAsync_AnyInput_EndsAsTaskWaitAsync() => Run(withResult: true, (twin, timeout, clock, token) =>
    {
        PooledValueTask<int> wait = twin.Shape == Shape.Pooled
            ? twin.PooledTask.WaitAsync(timeout, clock, token)
            : twin.ValueTask.WaitAsync(timeout, clock, token);
        return (() => wait.GetAwaiter().IsCompleted, () => wait.GetAwaiter().GetResult().ToString(null, null));
    });

    [Fact]
    public void WaitAsync_AnyInputWithoutResult_EndsAsTaskWaitAsync() => Run(withResult: false, (twin, timeout, clock, token) =>
    {
        PooledValueTask wait = twin.Shape == Shape.Pooled
            ? twin.PooledVoidTask.WaitAsync(timeout, clock, token)
            : twin.VoidValueTask.WaitAsync(timeout, clock, token);
        return (() => wait.GetAwaiter().IsCompleted, () =>
        {
            wait.GetAwaiter().GetResult();
            return twin.Value.ToString(null, null);
        });
    });

    private static void Run(
        bool withResult, Func<Twin, TimeSpan, TimeProvider, CancellationToken, (Func<bool> IsCompleted, Func<string> Take)> start) =>
        Watchdog.Run(() => Seeds.ForEach(s_mixes, seed =>
        {
            Random random = new(seed);
            Situation situation = (Situation)random.Next((int)Situation.All + 1);
            Twin twin = new((Shape)random.Next(4), (Ending)random.Next(3), seed, withResult, situation);
            ManualTimeProvider clock = new();
            ManualTimeProvider oraclesClock = new();
            using CancellationTokenSource source = new();
            TimeSpan timeout = random.Next(5) switch { 0 => TimeSpan.Zero, 1 => Timeout.InfiniteTimeSpan, _ => s_time };
            CancellationToken token = random.Next(4) == 0 ? default : source.Token;
            Event[] events = [Event.Completion, Event.Timeout, Event.Cancellation];
            random.Shuffle(events);
            int before = random.Next(3) == 0 ? random.Next(3) : 0;
            for (int i = 0; i < before; i++)
            {
                Happen(events[i]);
            }

            Task<int> oracle = twin.Oracle.WaitAsync(timeout, oraclesClock, token);
            (Func<bool> isCompleted, Func<string> take) = start(twin, timeout, clock, token);
            bool isEarly = oracle.IsCompleted;
            Assert.Equal(isEarly, isCompleted());
            Assert.Equal(isEarly || timeout == Timeout.InfiniteTimeSpan ? 0 : 1, clock.Timers);
            for (int i = before; i < events.Length; i++)
            {
                Happen(events[i]);
                Twin.AssertSame(oracle, isCompleted, twin);
            }

            Assert.True(isCompleted());
            Assert.Equal(Outcome.Of(oracle), Outcome.Take(take));
            Assert.True(twin.IsConsumed, twin.ToString());
            Assert.Equal(0, clock.Timers);

            void Happen(Event one)
            {
                switch (one)
                {
                    case Event.Completion:
                        twin.Complete();
                        break;
                    case Event.Timeout:
                        oraclesClock.Advance(s_time);
                        clock.Advance(s_time);
                        break;
                    default:
                        source.Cancel();
                        break;
                }
            }
        }));
}
