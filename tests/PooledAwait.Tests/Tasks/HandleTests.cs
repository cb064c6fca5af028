using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

/// <summary>Default handles, and texts.</summary>
public class HandleTests
{
    [Theory, BothArities]
    public async Task Default_Awaited_GivesTheDefaultResult(Arity arity)
    {
        Subject task = Form.Of(arity).Default;
        Assert.True(task.IsNull);
        Assert.True(task.IsCompleted);
        Assert.Equal(ValueTaskState.Succeeded, task.ValueTaskState);
        task.GetResult();
        task.GetResult();
        task.Forget();
        await task.AwaitInTask();
        await task.AsTask();
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
