namespace PooledAwait.Tests.Combinators;

/// <summary>WhenAll ends as Task.WhenAll does, whatever its inputs are and in whatever order they complete.</summary>
public sealed class WhenAllOracleTests
{
    private static readonly int s_mixes = Rounds.Of(2_000, 50_000);

    /// <summary>The form that throws the first error alone.</summary>
    private const string Awaited = "pooled, awaited";

    /// <summary>The forms: whether all inputs are pooled, whether they have results, how many there are at most, and the call.</summary>
    private static readonly (string Name, bool PooledOnly, bool WithResult, int Inputs, Func<Mix, Started> Start)[] s_forms =
    [
        ("pooled", true, true, Mix.Most, static mix =>
            Taking(PooledValueTask.WhenAll(mix.Pooled), static results => string.Join(",", results))),
        ("mixed", false, true, Mix.Most, static mix =>
            Taking(PooledValueTask.WhenAll(mix.ValueTasks), static results => string.Join(",", results))),
        (Awaited, true, true, Mix.Most, static mix =>
        {
            PooledValueTask<int[]> all = PooledValueTask.WhenAll(mix.Pooled);
            return new(() => all.IsCompleted, () => string.Join(",", all.GetAwaiter().GetResult()));
        }),
        ("pooled into given memory", true, true, Mix.Most, static mix =>
            TakingInto(mix, static (mix, results) => PooledValueTask.WhenAll(mix.Pooled, results))),
        ("mixed into given memory", false, true, Mix.Most, static mix =>
            TakingInto(mix, static (mix, results) => PooledValueTask.WhenAll(mix.ValueTasks.ToList(), results))),
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
        Outcome expected = Outcome.Of(oracle);
        Assert.Equal(
            form == Awaited ? expected with { Errors = expected.Errors.Split("; ")[0] } : expected, Outcome.Take(take));
        Assert.All(mix.Twins, twin => Assert.True(twin.IsConsumed, twin.ToString()));
    }));

    private static Started Taking<T>(PooledValueTask<T> all, Func<T, string> results) =>
        new(() => all.IsCompleted, () => results(all.WithAggregateException().GetAwaiter().GetResult()));

    private static Started Taking(PooledValueTask all, Func<string> results) =>
        new(() => all.IsCompleted, () =>
        {
            all.WithAggregateException().GetAwaiter().GetResult();
            return results();
        });

    /// <summary>Takes the results of all that succeed, also where some fail.</summary>
    private static Started TakingInto(Mix mix, Func<Mix, int[], PooledValueTask> start)
    {
        const int Unwritten = -1;
        int[] results = [.. mix.Twins.Select(static _ => Unwritten)];
        PooledValueTask all = start(mix, results);
        return new(() => all.IsCompleted, () =>
        {
            Exception? error = Record.Exception(() => all.WithAggregateException().GetAwaiter().GetResult());
            Assert.Equal(mix.Twins.Select(static twin => twin.Error is null ? twin.Value : Unwritten), results);
            return error is null ? string.Join(",", results) : throw error;
        });
    }

    private static string Everything(Mix mix) => string.Join(",", mix.Twins.Select(twin => twin.Value));

    private sealed record Started(Func<bool> IsCompleted, Func<string> Take);
}
