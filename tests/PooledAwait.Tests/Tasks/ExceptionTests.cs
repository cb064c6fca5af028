using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

public class ExceptionTests
{
    [Theory, BothArities]
    public void Throw_BeforeTheFirstAwait_ComesOutOfTheAwaitNotOfTheCall(Arity arity)
    {
        TestException exception = new();
        Subject task = Form.Of(arity).Sync(() => throw exception);
        Assert.True(task.IsCompleted);
        Assert.Equal(ValueTaskState.Faulted, task.ValueTaskState);
        Assert.Same(exception, Assert.Throws<TestException>(task.GetResult));
    }

    [Theory, BothArities]
    public void Throw_AfterASuspension_KeepsIdentityAndStack(Arity arity) => Watchdog.Run(() =>
    {
        Form form = Form.Of(arity);
        Producer producer = form.Create();
        TestException exception = new();
        Subject task = form.Async(async () =>
        {
            await producer.Task.Await();
            ThrowFromNamedMethod(exception);
        });
        Subject outer = form.Async(task.Await);
        producer.SetResult();
        TestException caught = Assert.Throws<TestException>(outer.GetResult);
        Assert.Same(exception, caught);
        Assert.Contains(nameof(ThrowFromNamedMethod), caught.StackTrace, StringComparison.Ordinal);
    });

    [Theory, BothArities]
    public void SetException_ThroughPendingMethods_KeepsIdentity(Arity arity) => Watchdog.Run(() =>
    {
        Form form = Form.Of(arity);
        Producer producer = form.Create();
        TestException exception = new();
        Subject outer = form.Async(form.Async(producer.Task.Await).Await);
        Assert.True(producer.TrySetException(exception));
        Assert.Equal(ValueTaskState.Faulted, outer.ValueTaskState);
        Assert.Same(exception, Assert.Throws<TestException>(outer.GetResult));
    });

    [Theory, BothArities]
    public async Task SetException_ThroughAsTask_KeepsIdentity(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        TestException exception = new();
        Task task = producer.Task.AsTask();
        producer.TrySetException(exception);
        Assert.Same(exception, await Assert.ThrowsAsync<TestException>(() => task));
        Assert.Equal(TaskStatus.Faulted, task.Status);
    }

    [Theory, BothArities]
    public void Throw_CaughtInsideTheBody_DoesNotFaultTheMethod(Arity arity) => Watchdog.Run(() =>
    {
        Form form = Form.Of(arity);
        Producer producer = form.Create();
        bool final = false;
        Subject task = form.Async(async () =>
        {
            try
            {
                await producer.Task.Await();
            }
            catch (TestException)
            {
                await Task.CompletedTask;
            }
            finally
            {
                final = true;
            }
        });
        producer.TrySetException(new TestException());
        task.GetResult();
        Assert.True(final);
    });

    [Theory, BothArities]
    public void GetResult_OfAFailure_ConsumesTheOperation(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        producer.TrySetException(new TestException());
        Subject task = producer.Task;
        Assert.Throws<TestException>(task.GetResult);
        Assert.Throws<InvalidOperationException>(task.GetResult);
    }

    [Theory, BothArities]
    public void Exception_OfAConsumedOperation_IsGoneForItsNextUser(Arity arity)
    {
        Form form = Form.Of(arity);
        Producer first = form.Create();
        first.TrySetException(new TestException());
        Assert.Throws<TestException>(first.Task.GetResult);

        Producer second = form.Create();
        Assert.Same(first.Operation, second.Operation);
        second.SetResult();
        second.Task.GetResult();
    }

    private static void ThrowFromNamedMethod(Exception exception) => throw exception;
}
