using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

public class CancellationTests
{
    [Theory, BothArities]
    public void Cancellation_ThrownOrSet_IsCanceledWithTokenAndMessage(Arity arity) => Watchdog.Run(() =>
    {
        using CancellationTokenSource source = new();
        OperationCanceledException exception = new("kept", source.Token);
        Form form = Form.Of(arity);
        Producer gate = form.Create();
        Subject thrownLater = form.Async(form.Async(async () =>
        {
            await gate.Task.Await();
            throw exception;
        }).Await);
        gate.SetResult();
        Producer set = form.Create();
        set.TrySetException(exception);
        Producer pending = form.Create();
        Task task = pending.Task.AsTask();
        pending.TrySetException(exception);
        Check(task, exception);
        foreach (Subject subject in (Subject[])[form.Sync(() => throw exception), thrownLater, set.Task])
        {
            Assert.Equal(ValueTaskState.Canceled, subject.ValueTaskState);
            Check(subject.AsTask(), exception);
        }
    });

    [Theory, BothArities]
    public void SetCanceled_Awaited_ThrowsTaskCanceledException(Arity arity) => Watchdog.Run(() =>
    {
        Producer producer = Form.Of(arity).Create();
        Subject outer = Form.Of(arity).Async(producer.Task.Await);
        Assert.True(producer.TrySetCanceled());
        Assert.Equal(ValueTaskState.Canceled, outer.ValueTaskState);
        Assert.Throws<TaskCanceledException>(outer.GetResult);
    });

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
