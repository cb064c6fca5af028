using System;
using System.Threading;

namespace PooledAwait.Tests.Tasks;

/// <summary>The rule of one await, and blocking.</summary>
public class SingleUseTests
{
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
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void StaleHandle_EveryOperation_ThrowsAndTheNextUserIsUnharmed(Arity arity)
    {
        StalePoker poker = new();
        Form form = Form.Of(arity);
        Producer stale = form.Create();
        Subject task = stale.Task;
        stale.SetResult();
        task.GetResult();
        Producer next = form.Create();
        Assert.Same(stale.Operation, next.Operation);

        poker.PokeAll(stale);

        Assert.False(next.Task.IsCompleted);
        Assert.True(next.IsValid);
        next.SetResult();
        poker.PokeAll(stale);
        next.Task.GetResult();
        poker.PokeAll(stale);
    }
}
