using System;
using System.Linq;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Combinators;

/// <summary>WhenAll ends as Task.WhenAll does, whatever its inputs are and in whatever order they complete.</summary>
public sealed class WhenAllOracleTests
{
    private static readonly int s_mixes = Rounds.Of(2_000, 50_000);

    [Fact]
    public void WhenAll_PooledInputs_EndsAsTaskWhenAll() => Run(pooledOnly: true, mix =>
    {
        PooledValueTask<int[]> all = PooledValueTask.WhenAll(mix.Pooled);
        return (() => all.GetAwaiter().IsCompleted, () => string.Join(",", all.WithAggregateException().GetAwaiter().GetResult()));
    });

    [Fact]
    public void WhenAll_MixedInputs_EndsAsTaskWhenAll() => Run(pooledOnly: false, mix =>
    {
        PooledValueTask<int[]> all = PooledValueTask.WhenAll(mix.ValueTasks);
        return (() => all.GetAwaiter().IsCompleted, () => string.Join(",", all.WithAggregateException().GetAwaiter().GetResult()));
    });

    [Fact]
    public void WhenAll_IntoGivenMemory_EndsAsTaskWhenAll() => Run(pooledOnly: true, mix =>
    {
        int[] results = new int[mix.Twins.Length];
        PooledValueTask all = PooledValueTask.WhenAll(mix.Pooled, results);
        return (() => all.GetAwaiter().IsCompleted, () => Take(all, () => string.Join(",", results)));
    });

    [Fact]
    public void WhenAll_MixedIntoGivenMemory_EndsAsTaskWhenAll() => Run(pooledOnly: false, mix =>
    {
        int[] results = new int[mix.Twins.Length];
        PooledValueTask all = PooledValueTask.WhenAll(mix.ValueTasks.ToList(), results);
        return (() => all.GetAwaiter().IsCompleted, () => Take(all, () => string.Join(",", results)));
    });

    [Fact]
    public void WhenAll_PooledInputsWithoutResult_EndsAsTaskWhenAll() => Run(pooledOnly: true, withResult: false, start: mix =>
    {
        PooledValueTask all = PooledValueTask.WhenAll(mix.PooledVoid);
        return (() => all.GetAwaiter().IsCompleted, () => Take(all, () => Everything(mix)));
    });

    [Fact]
    public void WhenAll_MixedInputsWithoutResult_EndsAsTaskWhenAll() => Run(pooledOnly: false, withResult: false, start: mix =>
    {
        PooledValueTask all = PooledValueTask.WhenAll(mix.VoidValueTasks);
        return (() => all.GetAwaiter().IsCompleted, () => Take(all, () => Everything(mix)));
    });

    [Fact]
    public void WhenAll_Awaited_ThrowsWhatAwaitingTaskWhenAllThrows() => Watchdog.Run(() => Seeds.ForEach(s_mixes / 4, seed =>
    {
        Mix mix = new(seed, pooledOnly: true);
        Task<int[]> oracle = Task.WhenAll(mix.Oracles);
        PooledValueTask<int[]> all = PooledValueTask.WhenAll(mix.Pooled);
        mix.CompleteAll();
        Exception? expected = Record(() => oracle.GetAwaiter().GetResult());
        Exception? actual = Record(() => all.GetAwaiter().GetResult());
        Assert.Equal(expected?.Message is null
            || expected is OperationCanceledException
            ? null
            : expected.Message, actual is OperationCanceledException
            ? null
            : actual?.Message);
        Assert.Equal(
            (expected as OperationCanceledException)?.CancellationToken, (actual as OperationCanceledException)?.CancellationToken);
    }));

    private static Exception? Record(Action action) => Xunit.Record.Exception(action);

    private static string Take(PooledValueTask all, Func<string> results)
    {
        all.WithAggregateException().GetAwaiter().GetResult();
        return results();
    }

    private static string Everything(Mix mix) => string.Join(",", mix.Twins.Select(twin => twin.Value));

    private static void Run(bool pooledOnly, Func<Mix, (Func<bool> IsCompleted, Func<string> Take)> start, bool withResult = true) =>
        Watchdog.Run(() => Seeds.ForEach(s_mixes, seed =>
    {
        Mix mix = new(seed, pooledOnly, withResult);
        Task<int[]> oracle = Task.WhenAll(mix.Oracles);
        (Func<bool> isCompleted, Func<string> take) = start(mix);
        do
        {
            Assert.Equal(oracle.IsCompleted, isCompleted());
        }
        while (mix.CompleteNext(out _));

        Assert.True(isCompleted(), mix.ToString());
        Assert.Equal(Outcome.Of(oracle), Outcome.Take(take));
        Assert.All(mix.Twins, twin => Assert.True(twin.IsConsumed, twin.ToString()));
    }));
}
