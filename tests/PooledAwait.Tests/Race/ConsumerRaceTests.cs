using System;

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
