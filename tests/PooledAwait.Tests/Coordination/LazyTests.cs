using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Coordination;

/// <summary>The lazy value: one run of the factory for all, failures as the policy says.</summary>
public sealed class LazyTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(5);

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

    /// <summary>The lazy value and its first run have their objects; who waits for them needs none.</summary>
    [Fact]
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
        Assert.Equal("value", lazy.GetValueAsync().GetAwaiter().GetResult());
        Assert.True(lazy.GetValueAsync().IsNull);
        Assert.Equal(0, Bytes.PerUse(() => lazy.GetValueAsync(s_long).GetAwaiter().GetResult()));
        Assert.Throws<ArgumentNullException>("factory", () => new PooledLazy<int>(null!));
    }
}
