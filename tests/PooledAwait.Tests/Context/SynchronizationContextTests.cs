using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Context;

public class SynchronizationContextTests
{
    [Theory, BothArities]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void SetInsideABodyThatNeverSuspends_IsNotTheCallers(Arity arity)
    {
        Watchdog.Run(() =>
        {
            Subject task = Form.Of(arity).Sync(() => new QueueingContext().Install());
            Assert.Null(SynchronizationContext.Current);
            task.GetResult();
        });
    }

    [Theory, BothArities]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void SetInsideABodyBeforeItsFirstAwait_IsNotTheCallers(Arity arity)
    {
        Watchdog.Run(() =>
        {
            Producer producer = Form.Of(arity).Create();
            Subject task = Form.Of(arity).Async(async () =>
            {
                new QueueingContext().Install();
                await producer.Task.AwaitConfigured(false).ConfigureAwait(false);
            });
            Assert.Null(SynchronizationContext.Current);
            producer.SetResult();
            Assert.Null(SynchronizationContext.Current);
            task.GetResult();
        });
    }

    [Theory, BothArities]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void SetInsideABodyAfterAnAwait_IsNotTheSetters(Arity arity)
    {
        Watchdog.Run(() =>
        {
            Producer producer = Form.Of(arity).Create();
            Subject task = Form.Of(arity).Async(async () =>
            {
                await producer.Task.Await();
                new QueueingContext().Install();
            });
            producer.SetResult();
            Assert.Null(SynchronizationContext.Current);
            task.GetResult();
        });
    }

    [Theory, BothArities]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void RemovedInsideABody_IsStillTheCallersAndTheSetters(Arity arity)
    {
        Watchdog.Run(() =>
        {
            QueueingContext context = new();
            context.Install();
            Producer producer = Form.Of(arity).Create();
            Subject task = Form.Of(arity).Async(async () =>
            {
                SynchronizationContext.SetSynchronizationContext(null);
                await producer.Task.Await();
                SynchronizationContext.SetSynchronizationContext(null);
            });
            Assert.Same(context, SynchronizationContext.Current);
            producer.SetResult();
            Assert.Same(context, SynchronizationContext.Current);
            context.Run();
            SynchronizationContext.SetSynchronizationContext(null);
            task.GetResult();
        });
    }

    [Theory, BothArities]
    public void SetInsideABodyThatRunsOnTheThreadPool_IsNotTheNextBodys(Arity arity)
    {
        Watchdog.Run(() =>
        {
            SynchronizationContext? seen = null;
            Form.Of(arity).Async(async () =>
            {
                await Task.Yield();
                new QueueingContext().Install();
            }).GetResult();
            for (int i = 0; i < 100; i++)
            {
                Form.Of(arity).Async(async () =>
                {
                    await Task.Yield();
                    seen ??= SynchronizationContext.Current;
                }).GetResult();
            }

            Assert.Null(seen);
        });
    }

    [Theory, BothArities]
    public void PlainSynchronizationContext_IsNoPlaceToGoBackTo(Arity arity)
    {
        Watchdog.Run(() =>
        {
            SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
            Producer producer = Form.Of(arity).Create();
            int thread = 0;
            Subject task = Form.Of(arity).Async(async () =>
            {
                await producer.Task.Await();
                thread = Environment.CurrentManagedThreadId;
            });
            producer.SetResult();
            Assert.Equal(Environment.CurrentManagedThreadId, thread);
            task.GetResult();
        });
    }
}
