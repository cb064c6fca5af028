using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Coordination;

/// <summary>The lazy value: one run of the factory for all, failures as the policy says.</summary>
public sealed class LazyTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(5);

    [Fact]
    public async Task Value_IsMadeOnce_WhenItIsFirstAskedFor()
    {
        int runs = 0;
        PooledLazy<string> lazy = new(async () =>
        {
            runs++;
            await Task.Yield();
            return "value";
        });
        Assert.Equal(0, runs);
        Assert.False(lazy.IsValueCreated);
        Assert.False(lazy.TryGetValue(out _));
        Task<string>[] waiters = [.. Enumerable.Range(0, 10).Select(_ => lazy.GetValueAsync().AsValueTask().AsTask())];
        Assert.All(await Task.WhenAll(waiters), static value => Assert.Equal("value", value));
        Assert.Equal(1, runs);
        Assert.True(lazy.IsValueCreated);
        Assert.True(lazy.TryGetValue(out string? made));
        Assert.Equal("value", made);
        PooledValueTask<string> late = lazy.GetValueAsync();
        Assert.True(late.IsNull);
        Assert.Equal("value", await late);
        Assert.Throws<ArgumentNullException>("factory", () => new PooledLazy<int>(null!));
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Failure_IsKeptOrTriedAgain(bool retries, bool throwsAtOnce)
    {
        int runs = 0;
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledLazy<int> lazy = new(
            () => ++runs > 1 ? new PooledValueTask<int>(runs) : throwsAtOnce ? throw new TestException() : source.PooledTask,
            retries);
        PooledValueTask<int> first = lazy.GetValueAsync();
        PooledValueTask<int> second = throwsAtOnce ? default : lazy.GetValueAsync();
        if (!throwsAtOnce)
        {
            source.SetException(new TestException());
            await Assert.ThrowsAsync<TestException>(async () => await second);
        }

        await Assert.ThrowsAsync<TestException>(async () => await first);
        if (retries)
        {
            Assert.Equal(2, await lazy.GetValueAsync());
            Assert.True(lazy.IsValueCreated);
        }
        else
        {
            await Assert.ThrowsAsync<TestException>(async () => await lazy.GetValueAsync());
            Assert.Equal(1, runs);
            Assert.False(lazy.IsValueCreated);
        }
    }

    [Fact]
    public async Task Waiter_ThatIsLate_EndsAloneAndTheFactoryGoesOn()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledLazy<int> lazy = new(() => source.PooledTask);
        PooledValueTask<int> patient = lazy.GetValueAsync(s_long);
        await Assert.ThrowsAsync<TimeoutException>(async () => await lazy.GetValueAsync(TimeSpan.FromMilliseconds(10)));
        Assert.False(patient.IsCompleted);
        source.SetResult(7);
        Assert.Equal(7, await patient);
    }

    /// <summary>As <c>Lazy&lt;Task&lt;T&gt;&gt;.Value.WaitAsync(canceled)</c>: a token ends a wait, and what is there needs none.</summary>
    [Fact]
    public async Task CanceledToken_EndsNoCallThatNeedNotWait()
    {
        CancellationToken canceled = new(canceled: true);
        int runs = 0;
        PooledLazy<int> lazy = new(() => new PooledValueTask<int>(++runs));
        await Assert.ThrowsAsync<TaskCanceledException>(async () => await lazy.GetValueAsync(canceled));
        Assert.Equal(0, runs);
        Assert.Equal(1, await lazy.GetValueAsync());
        Assert.Equal(1, await lazy.GetValueAsync(canceled));
        Assert.Equal(1, await lazy.GetValueAsync(s_long, canceled));

        PooledLazy<int> failing = new(() => throw new TestException());
        await Assert.ThrowsAsync<TaskCanceledException>(async () => await failing.GetValueAsync(canceled));
        await Assert.ThrowsAsync<TestException>(async () => await failing.GetValueAsync());
        await Assert.ThrowsAsync<TestException>(async () => await failing.GetValueAsync(canceled));

        PooledLazy<int> disposed = new(() => new PooledValueTask<int>(1));
        disposed.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await disposed.GetValueAsync(canceled));
    }

    [Fact]
    public async Task Factory_ThatWaitsForItsOwnValue_WaitsAsLongAsItsTimeoutSays()
    {
        PooledLazy<int>? lazy = null;
        lazy = new(async () => await lazy!.GetValueAsync(TimeSpan.FromMilliseconds(10)));
        await Assert.ThrowsAsync<TimeoutException>(async () => await lazy.GetValueAsync());
    }

    [Fact]
    public void ManyThreads_AskAtOnce_AndTheFactoryRunsOnce() => Watchdog.Run(() =>
    {
        for (int round = 0; round < Rounds.Of(500, 50_000); round++)
        {
            int runs = 0;
            PooledLazy<int> lazy = new(async () =>
            {
                Interlocked.Increment(ref runs);
                await Task.Yield();
                return 5;
            });
            Task<int>[] tasks = [.. Enumerable.Range(0, 4).Select(_ => Task.Run(() => lazy.GetValueAsync().AsValueTask().AsTask()))];
            Assert.All(Task.WhenAll(tasks).GetAwaiter().GetResult(), static value => Assert.Equal(5, value));
            Assert.Equal(1, runs);
        }
    });

    [Fact]
    public void ValueAgainstCancellation_OneOfThemEndsTheWait()
    {
        PooledValueTaskSource<int> source = default;
        CancellationTokenSource cancellation = new();
        PooledValueTask<int> canceled = default;
        PooledValueTask<int> patient = default;
        Duel.Run(
            Rounds.Of(10_000, 1_000_000),
            prepare: _ =>
            {
                source = PooledValueTaskSource<int>.Create();
                PooledLazy<int> lazy = new(() => source.PooledTask);
                cancellation = new CancellationTokenSource();
                canceled = lazy.GetValueAsync(cancellation.Token);
                patient = lazy.GetValueAsync();
            },
            left: _ => source.SetResult(7),
            right: _ => cancellation.Cancel(),
            check: _ =>
            {
                Completion<int> completion = canceled.WithoutThrowing().GetAwaiter().GetResult();
                Assert.True(completion.IsCanceled || completion.Result == 7);
                Assert.Equal(7, patient.GetAwaiter().GetResult());
                cancellation.Dispose();
            });
    }

    /// <summary>The lazy value and its first run have their objects; who waits for them needs none.</summary>
    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Waits_ForAValue_AllocateNothing()
    {
        Assert.Equal(BytesOf(waits: 1), BytesOf(waits: 20));

        static double BytesOf(int waits)
        {
            PooledValueTask<int>[] tasks = new PooledValueTask<int>[waits];
            PooledValueTaskSource<int> source = default;
            return Bytes.PerUse(() =>
            {
                source = PooledValueTaskSource<int>.Create();
                PooledLazy<int> lazy = new(() => source.PooledTask);
                for (int i = 0; i < tasks.Length; i++)
                {
                    tasks[i] = lazy.GetValueAsync(s_long);
                }

                source.SetResult(7);
                foreach (PooledValueTask<int> task in tasks)
                {
                    task.GetAwaiter().GetResult();
                }
            });
        }
    }

    [Fact]
    public void Value_ThatIsThere_AllocatesNothing()
    {
        PooledLazy<string> lazy = new(static () => new PooledValueTask<string>("value"));
        Assert.Equal(0, Bytes.PerUse(() => lazy.GetValueAsync(s_long).GetAwaiter().GetResult()));
    }
}
