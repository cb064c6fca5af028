namespace PooledAwait.Tests.Race;

/// <summary>Consumers on two real threads, and handles that are stale.</summary>
public class ConsumerRaceTests
{
    private static readonly int s_rounds = Rounds.Of(300_000, 1_000_000);

    [Fact]
    public void TwoConsumers_SameOperation_OneGetsTheResult()
    {
        int leftWins = 0;
        int rounds = Duel.Run(s_rounds, (round, race) =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            source.SetResult(round);
            int? left = null, right = null;
            race(() => left = TryConsume(source.PooledTask), () => right = TryConsume(source.PooledTask));

            Assert.True(left.HasValue ^ right.HasValue, "exactly one must get the result");
            Assert.Equal(round, left ?? right);
            leftWins += left.HasValue ? 1 : 0;
        });
        Assert.InRange(leftWins, 1, rounds - 1);
    }

    [Fact]
    public void SetAgainstAwait_TheMethodGetsTheResult()
    {
        PooledValueTaskSource<int> source = default;
        Duel.Run(
            s_rounds,
            (round, race) =>
            {
                source = PooledValueTaskSource<int>.Create();
                PooledValueTask<int> awaiting = default;
                race(() => source.SetResult(round), () => awaiting = Awaiting.Pass(source.PooledTask));

                Assert.Equal(round, awaiting.GetAwaiter().GetResult());
            },
            pending: () => source.PooledTask._operation!.Describe(source.PooledTask._token));
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
