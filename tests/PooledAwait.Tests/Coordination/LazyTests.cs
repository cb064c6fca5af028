namespace PooledAwait.Tests.Coordination;

/// <summary>The lazy value: one run of the factory for all, failures as the policy says.</summary>
public sealed class LazyTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(5);

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
