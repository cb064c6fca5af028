namespace PooledAwait.Tests.Tasks;

#pragma warning disable CS1998 // methods without await: that is the case

/// <summary>PooledTask is a real Task; each case is compared with an async Task method that does the same.</summary>
public class PooledTaskTests
{
    [Fact]
    public void CompletedWithResult_AtOnce_IsCachedWhereTheFrameworksIs()
    {
        Same(0);
        Same(-1);
        Same(5);
        Same(1_000_000);
        Same(true);
        Same(false);
        Same<string?>(null);
        Same("text");
        Same(0L);
        Same('\0');

        static void Same<T>(T value)
        {
            bool cached = ReferenceEquals(Framework(value), Framework(value));
            Assert.Equal(cached, ReferenceEquals(Framework(value), Pooled(value).AsTask()));
            Assert.Equal(value, Pooled(value).AsTask().Result);
        }

        static async Task<T> Framework<T>(T value) => value;

        static async PooledTask<T> Pooled<T>(T value) => value;
    }

    [Fact]
    public async Task Default_Awaited_IsCompleted()
    {
        Assert.True(default(PooledTask).IsNull);
        Assert.True(default(PooledTask<int>).IsNull);
        Assert.Same(Task.CompletedTask, default(PooledTask).AsTask());
        await default(PooledTask);
        Assert.Equal(0, await default(PooledTask<int>));
        await default(PooledTask).ConfigureAwait(false);
        Assert.Equal(0, await default(PooledTask<int>).ConfigureAwait(false));
    }
}
