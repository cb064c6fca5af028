namespace PooledAwait.Tests.Race;

/// <summary>Setters on two real threads.</summary>
public class SetterRaceTests
{
    private static readonly int s_rounds = Rounds.Of(300_000, 1_000_000);

    [Fact]
    public void TwoSetters_SameOperation_OneWinsAndItsValueArrives()
    {
        int leftWins = 0;
        int rounds = Duel.Run(s_rounds, (round, race) =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            bool left = false, right = false;
            race(() => left = source.TrySetResult(2 * round), () => right = source.TrySetResult(2 * round + 1));

            Assert.True(left ^ right, "exactly one must win");
            Assert.Equal(left ? 2 * round : 2 * round + 1, source.PooledTask.GetAwaiter().GetResult());
            leftWins += left ? 1 : 0;
        });
        Assert.InRange(leftWins, 1, rounds - 1);
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Loser_AgainstTheOperationsNextUser_ChangesNothing()
    {
        int lateWins = 0;
        int reused = 0;
        int rounds = Duel.Run(s_rounds, (_, race) =>
        {
            PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
            PooledValueTaskSource<int> second = default;
            bool late = false;
            race(
                () =>
                {
                    // The right thread's setter, of the same use, comes before this, in between, or into the next use.
                    bool won = first.TrySetResult(1);
                    Assert.Equal(won ? 1 : 2, first.PooledTask.GetAwaiter().GetResult());
                    second = PooledValueTaskSource<int>.Create();
                },
                () => late = first.TrySetResult(2));

            reused += ReferenceEquals(first.PooledTask._operation, second.PooledTask._operation) ? 1 : 0;
            lateWins += late ? 1 : 0;
            Assert.True(second.TrySetResult(3), "the next user's own setter must win");
            Assert.Equal(3, second.PooledTask.GetAwaiter().GetResult());
        });
        Assert.InRange(lateWins, 1, rounds - 1);
        Assert.InRange(reused, rounds / 2, rounds);
    }
}
