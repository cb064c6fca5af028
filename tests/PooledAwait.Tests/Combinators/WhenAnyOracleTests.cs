namespace PooledAwait.Tests.Combinators;

/// <summary>WhenAny ends as Task.WhenAny does, and the losers are consumed when they complete.</summary>
public sealed class WhenAnyOracleTests
{
    private static readonly int s_mixes = Rounds.Of(2_000, 50_000);

    [Theory]
    [Booleans]
    public void WhenAny_OfAnyInputs_HasTheWinnerOfTaskWhenAny(bool pooledOnly, bool withResult) =>
        Watchdog.Run(() => Seeds.ForEach(s_mixes, seed =>
        {
            Mix mix = new(seed, pooledOnly, withResult, least: 1);
            Task<Task<int>> oracle = Task.WhenAny(mix.Oracles);
            (Func<bool> isCompleted, Func<(int Index, Outcome Outcome)> take) = (pooledOnly, withResult) switch
            {
                (true, true) => Start(PooledValueTask.WhenAny(mix.Pooled)),
                (false, true) => Start(PooledValueTask.WhenAny(mix.ValueTasks)),
                (true, false) => Start(PooledValueTask.WhenAny(mix.PooledVoid), mix),
                _ => Start(PooledValueTask.WhenAny(mix.VoidValueTasks), mix),
            };
            do
            {
                Twin.AssertSame(oracle, isCompleted, mix.Twins);
            }
            while (!oracle.IsCompleted && mix.CompleteNext(out _));

            Assert.True(isCompleted(), mix.ToString());
            (int index, Outcome outcome) = take();
            Assert.Equal(Array.IndexOf(mix.Oracles, oracle.Result), index);
            Assert.Equal(Outcome.Of(oracle.Result), outcome);
            mix.CompleteAll();
            Assert.All(mix.Twins, twin => Assert.True(twin.IsConsumed, twin.ToString()));
        }));

    private static (Func<bool> IsCompleted, Func<(int Index, Outcome Outcome)> Take) Start(PooledValueTask<Completion<int>> any) =>
        (() => any.GetAwaiter().IsCompleted, () =>
        {
            Completion<int> first = any.GetAwaiter().GetResult();
            Outcome outcome = Outcome.Take(() => first.Result.ToString(null, null));
            AssertStates(outcome, first.IsCompletedSuccessfully, first.IsFaulted, first.IsCanceled, first.Exception);
            return (first.Index, outcome);
        });

    private static (Func<bool> IsCompleted, Func<(int Index, Outcome Outcome)> Take) Start(PooledValueTask<Completion> any, Mix mix) =>
        (() => any.GetAwaiter().IsCompleted, () =>
        {
            Completion first = any.GetAwaiter().GetResult();
            Outcome outcome = Outcome.Take(() =>
            {
                first.ThrowIfFailed();
                return mix.Twins[first.Index].Value.ToString(null, null);
            });
            AssertStates(outcome, first.IsCompletedSuccessfully, first.IsFaulted, first.IsCanceled, first.Exception);
            return (first.Index, outcome);
        });

    private static void AssertStates(Outcome outcome, bool succeeded, bool faulted, bool canceled, Exception? exception)
    {
        Assert.Equal(outcome.Status == TaskStatus.RanToCompletion, succeeded);
        Assert.Equal(outcome.Status == TaskStatus.Faulted, faulted);
        Assert.Equal(outcome.Status == TaskStatus.Canceled, canceled);
        Assert.Equal(succeeded, exception is null);
    }
}
