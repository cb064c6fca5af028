namespace PooledAwait.Tests.Combinators;

/// <summary>WhenEach gives every outcome once, in the order of completion.</summary>
public sealed class WhenEachTests
{
    private static readonly int s_mixes = Rounds.Of(2_000, 50_000);

    [Theory]
    [Booleans]
    public void WhenEach_AnyInputs_GivesThemInOrderOfCompletion(bool pooledOnly) => Run(pooledOnly, withResult: true, async mix =>
    {
        List<(int Index, Outcome Outcome)> seen = [];
        CompletionSequence<Completion<int>> sequence =
            pooledOnly ? PooledValueTask.WhenEach(mix.Pooled) : PooledValueTask.WhenEach(mix.ValueTasks);
        await foreach (Completion<int> completion in sequence.ConfigureAwait(false))
        {
            seen.Add((completion.Index, Outcome.Take(() => completion.Result.ToString(null, null))));
        }

        return seen;
    });

    [Fact]
    public void WhenEach_InputsWithoutResultAsInterface_GivesThemInOrderOfCompletion() =>
        Run(pooledOnly: false, withResult: false, async mix =>
    {
        List<(int Index, Outcome Outcome)> seen = [];
        IAsyncEnumerable<Completion> sequence = PooledValueTask.WhenEach(mix.VoidValueTasks);
        await foreach (Completion completion in sequence.ConfigureAwait(false))
        {
            seen.Add((completion.Index, Outcome.Take(() =>
            {
                completion.ThrowIfFailed();
                return mix.Twins[completion.Index].Value.ToString(null, null);
            })));
        }

        return seen;
    });

    [Theory]
    [Booleans]
    public void WhenEach_ResultsThatWereTaken_AreUnreachableBeforeTheEnd(bool readyAtOnce) => Watchdog.Run(() =>
    {
        const int Count = 50;
        PooledValueTaskSource<object>[] sources = [.. Enumerable.Range(0, Count).Select(_ => PooledValueTaskSource<object>.Create())];
        CompletionSequence<Completion<object>>.Enumerator enumerator =
            PooledValueTask.WhenEach(sources.Select(source => source.PooledTask).ToArray()).GetAsyncEnumerator();
        WeakReference[] results = readyAtOnce ? [.. sources.Select(SetNew)] : [];
        List<WeakReference> taken = [];
        for (int i = 0; i < Count; i++)
        {
            taken.Add(readyAtOnce ? results[i] : SetNew(sources[i]));
            Assert.True(enumerator.MoveNextAsync().GetAwaiter().GetResult());
            Assert.Equal(i, enumerator.Current.Index);
        }

        Garbage.Collect();

        Assert.Equal([Count - 1], Enumerable.Range(0, Count).Where(i => taken[i].IsAlive));
        Assert.False(enumerator.MoveNextAsync().GetAwaiter().GetResult());
        Assert.Equal(Count - 1, enumerator.Current.Index);
        enumerator.DisposeAsync().GetAwaiter().GetResult();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference SetNew(PooledValueTaskSource<object> source)
        {
            object result = new();
            source.SetResult(result);
            return new WeakReference(result);
        }
    });

    [Fact]
    public void WhenEach_EnumeratedTwice_Throws() => Watchdog.Run(async () =>
    {
        CompletionSequence<Completion<int>> sequence = PooledValueTask.WhenEach(new PooledValueTask<int>(1));
        CompletionSequence<Completion<int>>.Enumerator enumerator = sequence.GetAsyncEnumerator();
        Assert.Throws<InvalidOperationException>(() => sequence.GetAsyncEnumerator());
        Assert.Throws<InvalidOperationException>(() => enumerator.Current);
        Assert.True(await enumerator.MoveNextAsync());
        Assert.Equal(1, enumerator.Current.Result);
        Assert.False(await enumerator.MoveNextAsync());
        await enumerator.DisposeAsync();
        await enumerator.DisposeAsync();
        Assert.Throws<InvalidOperationException>(() => enumerator.Current);
        Assert.Throws<InvalidOperationException>(() => sequence.GetAsyncEnumerator());
        Assert.Throws<InvalidOperationException>(() => enumerator.MoveNextAsync().GetAwaiter().GetResult());
    });

    [Fact]
    public void WhenEach_NothingOrDefault_IsEmpty() => Watchdog.Run(async () =>
    {
        await foreach (Completion<int> _ in PooledValueTask.WhenEach(Array.Empty<PooledValueTask<int>>()))
        {
            Assert.Fail("nothing was given");
        }

        await foreach (Completion<int> _ in default(CompletionSequence<Completion<int>>))
        {
            Assert.Fail("nothing was given");
        }
    });

    [Fact]
    public void WhenEach_Canceled_EndsWithTheTokenAndConsumesTheRest() => Watchdog.Run(async () =>
    {
        using CancellationTokenSource source = new();
        PooledValueTaskSource<int> pending = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = pending.PooledTask;
        Task enumeration = Enumerate();
        source.Cancel();
        OperationCanceledException exception = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => enumeration);
        Assert.Equal(source.Token, exception.CancellationToken);
        pending.SetResult(1);
        Assert.False(task._operation!.IsCurrent(task._token));

        async Task Enumerate()
        {
            await foreach (Completion<int> _ in PooledValueTask.WhenEach(task).WithCancellation(source.Token))
            {
            }
        }
    });

    [Fact]
    public void WhenEach_RepeatedInput_FailsAtItsIndex() => Watchdog.Run(async () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        List<Completion<int>> seen = [];
        CompletionSequence<Completion<int>> sequence = PooledValueTask.WhenEach(source.PooledTask, source.PooledTask);
        source.SetResult(1);
        await foreach (Completion<int> completion in sequence)
        {
            seen.Add(completion);
        }

        Assert.Equal([1, 0], seen.Select(completion => completion.Index));
        Assert.Contains("more than once", Assert.Throws<UnusableInputException>(() => seen[0].Result).Message, StringComparison.Ordinal);
        Assert.Equal(1, seen[1].Result);
    });

    private static void Run(bool pooledOnly, bool withResult, Func<Mix, Task<List<(int Index, Outcome Outcome)>>> enumerate) =>
        Watchdog.Run(() => Seeds.ForEach(s_mixes, seed =>
        {
            // No input that may be late: its place in the order would be anyone's.
            Situation situations = PrivateFields.MayBeRead ? Situation.Context | Situation.Interrupted : Situation.Interrupted;
            Mix mix = new(seed, pooledOnly, withResult, situations: situations);
            List<int> order = [.. Enumerable.Range(0, mix.Twins.Length).Where(i => mix.Twins[i].IsComplete)];
            Task<List<(int Index, Outcome Outcome)>> enumeration = enumerate(mix);
            while (mix.CompleteNext(out Twin? twin))
            {
                order.Add(Array.IndexOf(mix.Twins, twin));
            }

            List<(int Index, Outcome Outcome)> seen = enumeration.GetAwaiter().GetResult();
            Assert.Equal(order, seen.Select(one => one.Index));
            Assert.All(seen, one => Assert.Equal(Outcome.Of(mix.Oracles[one.Index]), one.Outcome));
            Assert.All(mix.Twins, twin => Assert.True(twin.IsConsumed, twin.ToString()));
        }));
}
