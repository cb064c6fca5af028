using System;
using System.Threading;

namespace PooledAwait.Tests.Race;

/// <summary>Consumers on two real threads, and handles that are stale.</summary>
public class ConsumerRaceTests
{
    private static readonly int s_rounds = Rounds.Of(300_000, 1_000_000);

    [Fact]
    public void TwoConsumers_SameOperation_OneGetsTheResult()
    {
        PooledValueTaskSource<int> source = default;
        int? left = null;
        int? right = null;
        int leftWins = 0;
        int rounds = Duel.Run(
            s_rounds,
            prepare: round =>
            {
                source = PooledValueTaskSource<int>.Create();
                source.SetResult(round);
            },
            left: _ => left = TryConsume(source.PooledTask),
            right: _ => right = TryConsume(source.PooledTask),
            check: round =>
            {
                Assert.True(left.HasValue ^ right.HasValue, "exactly one must get the result");
                Assert.Equal(round, left ?? right);
                leftWins += left.HasValue ? 1 : 0;
            });
        Assert.InRange(leftWins, 1, rounds - 1);
    }

    [Theory, BothArities]
    public void SetAgainstAwait_TheMethodGetsTheResult(Arity arity)
    {
        Producer? producer = null;
        PooledValueTask awaiting = default;
        Duel.Run(
            s_rounds,
            prepare: _ => producer = Form.Of(arity).Create(),
            left: _ => producer!.SetResult(),
            right: _ => awaiting = producer!.Task.Await(),
            check: _ => awaiting.GetAwaiter().GetResult(),
            pending: () => producer!.Describe());
    }

    [Fact]
    public void DeliveryAgainstAnotherConsumer_SameOperation_TheAwaiterGetsTheResult()
    {
        PooledValueTaskSource<int> source = default;
        PooledValueTask<int> method = default;
        int? stolen = null;
        Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                source = PooledValueTaskSource<int>.Create();
                method = Wait(source.PooledTask);
            },
            left: round => source.SetResult(round),
            right: _ => stolen = TryConsume(source.PooledTask),
            check: round =>
            {
                Assert.Null(stolen);
                Assert.Equal(round, method.GetAwaiter().GetResult());
                PooledValueTaskSource<int> one = PooledValueTaskSource<int>.Create();
                PooledValueTaskSource<int> other = PooledValueTaskSource<int>.Create();
                Assert.NotSame(one.PooledTask._operation, other.PooledTask._operation);
                one.SetResult(1);
                other.SetResult(2);
                Assert.Equal(1, one.PooledTask.GetAwaiter().GetResult());
                Assert.Equal(2, other.PooledTask.GetAwaiter().GetResult());
            });

        static async PooledValueTask<int> Wait(PooledValueTask<int> task) => await task;
    }

    [Theory, BothArities]
    public void StaleHandles_PokedByAnotherThreadMeanwhile_NoneIsAccepted(Arity arity)
    {
        int recycles = Rounds.Of(200_000, 1_000_000);
        int done = 0;
        Watchdog.Run(
            () =>
            {
                Form form = Form.Of(arity);
                Producer stale = form.Create();
                stale.SetResult();
                stale.Task.GetResult();
                Exception? failure = null;
                int pokes = 0;
                bool stop = false;
                Thread thread = new(() =>
                {
                    try
                    {
                        StalePoker poker = new();
                        while (!Volatile.Read(ref stop))
                        {
                            poker.Poke(Volatile.Read(ref stale));
                            pokes++;
                        }
                    }
                    catch (Exception exception)
                    {
                        failure = exception;
                    }
                });
                thread.Start();
                for (done = 0; done < recycles || Volatile.Read(ref pokes) < 10_000; done++)
                {
                    Producer current = form.Create();
                    PooledValueTask awaiting = current.Task.Await();
                    current.SetResult();
                    awaiting.GetAwaiter().GetResult();
                    Volatile.Write(ref stale, current);
                    if (Volatile.Read(ref failure) is not null)
                    {
                        break;
                    }
                }

                Volatile.Write(ref stop, true);
                thread.Join();
                Assert.Null(failure);
            },
            () => $"After {done} of {recycles} recycles.");
    }

    private static int? TryConsume(PooledValueTask<int> task)
    {
        try
        {
            return task.GetAwaiter().GetResult();
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }
}
