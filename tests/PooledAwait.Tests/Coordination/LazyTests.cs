namespace PooledAwait.Tests.Coordination;

/// <summary>The lazy value: one run of the factory for all, failures as the policy says.</summary>
public sealed class LazyTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(5);

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
