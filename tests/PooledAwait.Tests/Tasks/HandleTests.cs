using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

/// <summary>What a handle's members return: IsNull, equality, default instances.</summary>
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

    [Theory, BothArities]
    public void Default_OnCompleted_CallsBackOnce(Arity arity)
    {
        int calls = 0;
        Form.Of(arity).Default.OnCompleted(() => Interlocked.Increment(ref calls)); // on two threads of the pool, at once
        Form.Of(arity).Default.UnsafeOnCompleted(() => Interlocked.Increment(ref calls));
        Watchdog.WaitFor(() => Volatile.Read(ref calls) == 2, "both continuations");
    }

    [Theory, BothArities]
    public void OnCompleted_NullContinuation_Throws(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        Assert.Throws<ArgumentNullException>(() => producer.Task.OnCompleted(null!));
        Assert.Throws<ArgumentNullException>(() => producer.Task.UnsafeOnCompleted(null!));
        Assert.Throws<ArgumentNullException>(() => Form.Of(arity).Default.OnCompleted(null!));

        // Nothing was registered.
        producer.Task.Forget();
        producer.SetResult();
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Equals_WithoutResult_ComparesOperationAndToken()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTaskSource other = PooledValueTaskSource.Create();
        PooledValueTask task = source.PooledTask;
        EqualityAssert.Equal(task, source.PooledTask);
        EqualityAssert.NotEqual(task, other.PooledTask);
        EqualityAssert.NotEqual(task, default);
        Assert.True(task == source.PooledTask);
        Assert.True(task != other.PooledTask);

        source.SetResult();
        task.GetAwaiter().GetResult();
        PooledValueTaskSource reused = PooledValueTaskSource.Create();
        Assert.Same(task._operation, reused.PooledTask._operation);
        EqualityAssert.NotEqual(task, reused.PooledTask);
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Equals_WithResult_ComparesOperationAndTokenOrResult()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> other = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        EqualityAssert.Equal(task, source.PooledTask);
        EqualityAssert.NotEqual(task, other.PooledTask);
        EqualityAssert.NotEqual(task, default);
        Assert.True(task == source.PooledTask);
        Assert.True(task != other.PooledTask);

        source.SetResult(1);
        task.GetAwaiter().GetResult();
        PooledValueTaskSource<int> reused = PooledValueTaskSource<int>.Create();
        Assert.Same(task._operation, reused.PooledTask._operation);
        EqualityAssert.NotEqual(task, reused.PooledTask);

        EqualityAssert.Equal(new PooledValueTask<int>(1), new PooledValueTask<int>(1));
        EqualityAssert.NotEqual(new PooledValueTask<int>(1), new PooledValueTask<int>(2));
        EqualityAssert.Equal(new PooledValueTask<string?>((string?)null), default);
    }

    [Fact]
    public void Conversions_ToValueTask_AreTheSameOperation()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ValueTask<int> converted = source.PooledTask;
        Assert.Equal(source.PooledTask.AsValueTask(), converted);
        Assert.Equal(source.Task, converted);

        PooledValueTaskSource withoutResult = PooledValueTaskSource.Create();
        ValueTask convertedWithoutResult = withoutResult.PooledTask;
        Assert.Equal(withoutResult.PooledTask.AsValueTask(), convertedWithoutResult);
        Assert.Equal(withoutResult.Task, convertedWithoutResult);
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
