using System;
using System.Threading;

namespace PooledAwait.Tests.Tasks;

/// <summary>The rule of one await, and blocking.</summary>
public class SingleUseTests
{
    [Theory, BothArities]
    public void Await_TwiceWhilePending_SecondThrowsFirstGoesOn(Arity arity) => Watchdog.Run(() =>
    {
        Producer producer = Form.Of(arity).Create();
        PooledValueTask first = producer.Task.Await();
        PooledValueTask second = producer.Task.Await();
        Assert.Throws<InvalidOperationException>(() => second.GetAwaiter().GetResult());
        Assert.False(first.GetAwaiter().IsCompleted);
        producer.SetResult();
        first.GetAwaiter().GetResult();
    });

    [Theory, BothArities]
    public void Await_AfterItWasConsumed_Throws(Arity arity) => Watchdog.Run(() =>
    {
        Producer producer = Form.Of(arity).Create();
        PooledValueTask first = producer.Task.Await();
        producer.SetResult();
        first.GetAwaiter().GetResult();
        Assert.Throws<InvalidOperationException>(() => producer.Task.Await().GetAwaiter().GetResult());
    });

    [Theory, BothArities]
    public void OnCompleted_TwiceWhilePending_SecondThrowsFirstIsCalled(Arity arity) => Watchdog.Run(() =>
    {
        Producer producer = Form.Of(arity).Create();
        int calls = 0;
        producer.Task.UnsafeOnCompleted(() => calls++);
        Assert.Throws<InvalidOperationException>(() => producer.Task.UnsafeOnCompleted(() => calls += 100));
        Assert.Throws<InvalidOperationException>(() => producer.Task.OnCompleted(() => calls += 100));
        producer.SetResult();
        Assert.Equal(1, calls);
        producer.Task.GetResult();
    });

    [Theory, BothArities]
    public void OnCompleted_AfterCompletion_CallsBackFromElsewhere(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        producer.SetResult();
        int caller = Environment.CurrentManagedThreadId;
        int thread = 0;
        using ManualResetEventSlim called = new();
        producer.Task.OnCompleted(() =>
        {
            thread = Environment.CurrentManagedThreadId;
            called.Set();
        });
        Watchdog.WaitFor(() => called.IsSet, "the callback");
        Assert.NotEqual(caller, thread);
        producer.Task.GetResult();
    }

    [Theory, BothArities]
    public void GetResult_Pending_BlocksUntilCompletion(Arity arity) => Watchdog.Run(() =>
    {
        foreach (TestException? error in (TestException?[])[null, new()])
        {
            Producer producer = Form.Of(arity).Create();
            Thread setter = new(() =>
            {
                Thread.Sleep(20);
                Assert.True(error is null ? producer.TrySetResult() : producer.TrySetException(error));
            });
            setter.Start();
            Assert.Same(error, Record.Exception(producer.Task.GetResult));
            setter.Join();
        }
    });

    [Theory, BothArities]
    public void GetResult_PendingMethod_BlocksUntilItEnds(Arity arity)
    {
        Watchdog.Run(() => Form.Of(arity).Async(async () => await System.Threading.Tasks.Task.Delay(20)).GetResult());
    }

    [Theory, BothArities]
    public void GetResult_PendingAndASecondThreadBlocksToo_SecondThrowsAndNobodySleepsOn(Arity arity) => Watchdog.Run(() =>
    {
        Producer producer = Form.Of(arity).Create();
        Exception? unexpected = null;
        Thread first = new(() =>
        {
            try
            {
                producer.Task.GetResult();
            }
            catch (Exception exception)
            {
                unexpected = exception;
            }
        });
        first.Start();
        Watchdog.WaitFor(() => producer.Operation.Describe(producer.Token) == "Pending, awaited", "the first thread to block");
        Assert.Throws<InvalidOperationException>(producer.Task.GetResult);
        producer.SetResult();
        first.Join();
        Assert.Null(unexpected);
    });

    [Theory, BothArities]
    public void GetResult_PendingWithAContinuation_ThrowsAndTheContinuationIsCalled(Arity arity) => Watchdog.Run(() =>
    {
        Producer producer = Form.Of(arity).Create();
        PooledValueTask awaiting = producer.Task.Await();
        Assert.Throws<InvalidOperationException>(producer.Task.GetResult);
        producer.SetResult();
        awaiting.GetAwaiter().GetResult();
    });

    [Theory, BothArities]
    public void StaleHandle_EveryOperation_ThrowsAndTheNextUserIsUnharmed(Arity arity)
    {
        Form form = Form.Of(arity);
        Producer stale = form.Create();
        Subject task = stale.Task;
        stale.SetResult();
        task.GetResult();
        Producer next = form.Create();
        Assert.Same(stale.Operation, next.Operation);

        StaleHandle.AssertRejected(stale, task);

        Assert.False(next.Task.IsCompleted);
        Assert.True(next.IsValid);
        next.SetResult();
        StaleHandle.AssertRejected(stale, task);
        next.Task.GetResult();
        StaleHandle.AssertRejected(stale, task);
    }
}
