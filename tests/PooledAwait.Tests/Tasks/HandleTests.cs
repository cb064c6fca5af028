namespace PooledAwait.Tests.Tasks;

/// <summary>Default handles, and texts.</summary>
public class HandleTests
{
    [Fact]
    public async Task Default_Awaited_GivesTheDefaultResult()
    {
        PooledValueTask task = default;
        PooledValueTask<int> withResult = default;
        Assert.True(task is { IsNull: true, IsCompleted: true } && withResult is { IsNull: true, IsCompleted: true });
        Assert.True(task.AsValueTask().IsCompletedSuccessfully && withResult.AsValueTask().IsCompletedSuccessfully);
        for (int i = 0; i < 2; i++)
        {
            task.GetAwaiter().GetResult();
            task.Forget();
            withResult.Forget();
            await task;
            await task.AsTask();
            Assert.Equal((0, 0, 0), (withResult.GetAwaiter().GetResult(), await withResult, await withResult.AsTask()));
        }
    }

    [Fact]
    public void ToString_IsTheResultOfAPlainValue_AndElseTheTypesName()
    {
        Assert.Equal("1", new PooledValueTask<int>(1).ToString());
        Assert.Equal(string.Empty, new PooledValueTask<string?>((string?)null).ToString());
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetResult(1);
        Assert.Equal("PooledValueTask", source.PooledTask.ToString());
        Assert.Equal(1, source.PooledTask.Result);
        Assert.Equal("PooledValueTask", default(PooledValueTask).ToString());
        Assert.Equal("PooledTask", default(PooledTask).ToString());
        Assert.Equal("PooledTask", default(PooledTask<int>).ToString());
        Assert.Equal("PooledValueTaskSource", default(PooledValueTaskSource).ToString());
        Assert.Equal("PooledValueTaskSource", default(PooledValueTaskSource<int>).ToString());
    }
}
