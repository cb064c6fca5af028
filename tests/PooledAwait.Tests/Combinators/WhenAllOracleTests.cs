namespace PooledAwait.Tests.Combinators;

/// <summary>WhenAll ends as Task.WhenAll does, whatever its inputs are and in whatever order they complete.</summary>
public sealed class WhenAllOracleTests
{
    private static readonly int s_mixes = Rounds.Of(2_000, 50_000);

    /// <summary>The forms: whether all inputs are pooled, whether they have results, how many there are at most, and the call.</summary>
    private static readonly (string Name, bool PooledOnly, bool WithResult, int Inputs, Func<Mix, Started> Start)[] s_forms =
    [
        ("pooled", true, true, Mix.Most, static mix =>
            Taking(PooledValueTask.WhenAll(mix.Pooled), static results => string.Join(",", results))),
        ("mixed", false, true, Mix.Most, static mix =>
            Taking(PooledValueTask.WhenAll(mix.ValueTasks), static results => string.Join(",", results))),
        ("pooled into given memory", true, true, Mix.Most, static mix =>
        {
            int[] results = new int[mix.Twins.Length];
            return Taking(PooledValueTask.WhenAll(mix.Pooled, results), () => string.Join(",", results));
        }),
        ("mixed into given memory", false, true, Mix.Most, static mix =>
        {
            int[] results = new int[mix.Twins.Length];
            return Taking(PooledValueTask.WhenAll(mix.ValueTasks.ToList(), results), () => string.Join(",", results));
        }),
        ("pooled without result", true, false, Mix.Most, static mix =>
            Taking(PooledValueTask.WhenAll(mix.PooledVoid), () => Everything(mix))),
        ("mixed without result", false, false, Mix.Most, static mix =>
            Taking(PooledValueTask.WhenAll(mix.VoidValueTasks), () => Everything(mix))),
        ("tuple of pooled", true, true, 3, static mix => Taking(
            PooledValueTask.WhenAll(mix.Pooled[0], mix.Pooled[1], mix.Pooled[2]),
            static results => $"{results.Item1},{results.Item2},{results.Item3}")),
        ("tuple of mixed", false, true, 3, static mix => Taking(
            PooledValueTask.WhenAll(mix.ValueTasks[0], mix.ValueTasks[1], mix.ValueTasks[2]),
            static results => $"{results.Item1},{results.Item2},{results.Item3}")),
    ];

    public static TheoryData<string> Forms => [.. s_forms.Select(static form => form.Name)];

    [Theory, MemberData(nameof(Forms))]
    public void WhenAll_OfAnyInputs_EndsAsTaskWhenAll(string form) => Watchdog.Run(() => Seeds.ForEach(s_mixes, seed =>
    {
        (_, bool pooledOnly, bool withResult, int inputs, Func<Mix, Started> start) = s_forms.Single(one => one.Name == form);
        Mix mix = new(seed, pooledOnly, withResult, least: inputs == Mix.Most ? 0 : inputs, most: inputs);
        Task<int[]> oracle = Task.WhenAll(mix.Oracles);
        (Func<bool> isCompleted, Func<string> take) = start(mix);
        do
        {
            Twin.AssertSame(oracle, isCompleted, mix.Twins);
        }
        while (mix.CompleteNext(out _));

        Assert.True(isCompleted(), mix.ToString());
        Assert.Equal(Outcome.Of(oracle), Outcome.Take(take));
        Assert.All(mix.Twins, twin => Assert.True(twin.IsConsumed, twin.ToString()));
    }));

    [Fact]
    public void WhenAll_Awaited_ThrowsWhatAwaitingTaskWhenAllThrows() => Watchdog.Run(() => Seeds.ForEach(s_mixes / 4, seed =>
    {
        Mix mix = new(seed, pooledOnly: true);
        Task<int[]> oracle = Task.WhenAll(mix.Oracles);
        PooledValueTask<int[]> all = PooledValueTask.WhenAll(mix.Pooled);
        mix.CompleteAll();
        Exception? expected = Record.Exception(() => oracle.GetAwaiter().GetResult());
        Exception? actual = Record.Exception(() => all.GetAwaiter().GetResult());
        Assert.Equal(expected?.Message is null
            || expected is OperationCanceledException
            ? null
            : expected.Message, actual is OperationCanceledException
            ? null
            : actual?.Message);
        Assert.Equal(
            (expected as OperationCanceledException)?.CancellationToken, (actual as OperationCanceledException)?.CancellationToken);
    }));

    private static Started Taking<T>(PooledValueTask<T> all, Func<T, string> results) =>
        new(() => all.IsCompleted, () => results(all.WithAggregateException().GetAwaiter().GetResult()));

    private static Started Taking(PooledValueTask all, Func<string> results) =>
        new(() => all.IsCompleted, () =>
        {
            all.WithAggregateException().GetAwaiter().GetResult();
            return results();
        });

    private static string Everything(Mix mix) => string.Join(",", mix.Twins.Select(twin => twin.Value));

    private sealed record Started(Func<bool> IsCompleted, Func<string> Take);
}
