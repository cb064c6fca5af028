using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

public class CancellationTests
{
    [Theory, BothArities]
    public void Throw_Cancellation_IsCanceledWithTokenAndMessage(Arity arity)
    {
        using CancellationTokenSource source = new();
        OperationCanceledException exception = new("kept", source.Token);
        Subject task = Form.Of(arity).Sync(() => throw exception);
        Assert.Equal(ValueTaskState.Canceled, task.ValueTaskState);
        Check(task.AsTask(), exception);
    }

    [Theory, BothArities]
    public void Throw_CancellationAfterASuspension_IsCanceledWithTokenAndMessage(Arity arity)
    {
        Watchdog.Run(() =>
        {
            using CancellationTokenSource source = new();
            OperationCanceledException exception = new("kept", source.Token);
            Form form = Form.Of(arity);
            Producer producer = form.Create();
            Subject inner = form.Async(async () =>
            {
                await producer.Task.Await();
                throw exception;
            });
            Subject outer = form.Async(inner.Await);
            producer.SetResult();
            Assert.Equal(ValueTaskState.Canceled, outer.ValueTaskState);
            Check(outer.AsTask(), exception);
        });
    }

    [Theory, BothArities]
    public void SetException_Cancellation_IsCanceledWithTokenAndMessage(Arity arity)
    {
        using CancellationTokenSource source = new();
        OperationCanceledException exception = new("kept", source.Token);
        Producer producer = Form.Of(arity).Create();
        producer.TrySetException(exception);
        Assert.Equal(ValueTaskState.Canceled, producer.Task.ValueTaskState);
        Check(producer.Task.AsTask(), exception);
    }

    [Theory, BothArities]
    public void SetException_CancellationOfAPendingTask_IsCanceledWithTokenAndMessage(Arity arity)
    {
        using CancellationTokenSource source = new();
        OperationCanceledException exception = new("kept", source.Token);
        Producer producer = Form.Of(arity).Create();
        Task task = producer.Task.AsTask();
        producer.TrySetException(exception);
        Check(task, exception);
    }

    [Theory, BothArities]
    public void SetCanceled_Awaited_ThrowsTaskCanceledException(Arity arity)
    {
        Watchdog.Run(() =>
        {
            Producer producer = Form.Of(arity).Create();
            Subject outer = Form.Of(arity).Async(producer.Task.Await);
            Assert.True(producer.TrySetCanceled());
            Assert.Equal(ValueTaskState.Canceled, outer.ValueTaskState);
            Assert.Throws<TaskCanceledException>(outer.GetResult);
        });
    }

    [Theory, BothArities]
    public void SetCanceled_AsTask_IsCanceled(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        Task pending = producer.Task.AsTask();
        producer.TrySetCanceled();
        Assert.Equal(TaskStatus.Canceled, pending.Status);

        producer = Form.Of(arity).Create();
        producer.TrySetCanceled();
        Assert.Equal(ValueTaskState.Canceled, producer.Task.ValueTaskState);
        Assert.Equal(TaskStatus.Canceled, producer.Task.AsTask().Status);
    }

    [Theory, BothArities]
    public void SetCanceled_TwoOperations_DoNotShareAnException(Arity arity)
    {
        Assert.NotSame(Canceled(), Canceled());

        Exception Canceled()
        {
            Producer producer = Form.Of(arity).Create();
            producer.TrySetCanceled();
            return Assert.Throws<TaskCanceledException>(producer.Task.GetResult);
        }
    }

    private static void Check(Task task, OperationCanceledException exception)
    {
        Assert.Equal(TaskStatus.Canceled, task.Status);
        OperationCanceledException caught = Assert.Throws<OperationCanceledException>(() => task.GetAwaiter().GetResult());
        Assert.Same(exception, caught);
        Assert.Equal("kept", caught.Message);
        Assert.Equal(exception.CancellationToken, caught.CancellationToken);
    }
}
