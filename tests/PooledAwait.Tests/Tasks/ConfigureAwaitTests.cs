using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

/// <summary>Where a method goes on after an await.</summary>
public class ConfigureAwaitTests
{
    /// <summary>Who awaits.</summary>
    public enum Awaiter
    {
        /// <summary>A pooled method.</summary>
        Pooled,

        /// <summary>A method of the framework's builder.</summary>
        Framework,
    }

    [Theory]
    [InlineData(Arity.WithoutResult, Awaiter.Pooled)]
    [InlineData(Arity.WithResult, Awaiter.Pooled)]
    [InlineData(Arity.WithoutResult, Awaiter.Framework)]
    [InlineData(Arity.WithResult, Awaiter.Framework)]
    public void ConfigureAwaitTrue_UnderASynchronizationContext_GoesOnThere(Arity arity, Awaiter awaiter)
    {
        Watchdog.Run(() =>
        {
            QueueingContext context = new();
            context.Install();
            Producer producer = Form.Of(arity).Create();
            Task task = Await(producer.Task, awaiter, continueOnCapturedContext: true);
            SynchronizationContext.SetSynchronizationContext(null);
            producer.SetResult();
            Assert.False(task.IsCompleted);
            Assert.Equal(1, context.Run());
            task.GetAwaiter().GetResult();
        });
    }

    [Theory]
    [InlineData(Arity.WithoutResult, Awaiter.Pooled)]
    [InlineData(Arity.WithResult, Awaiter.Pooled)]
    [InlineData(Arity.WithoutResult, Awaiter.Framework)]
    [InlineData(Arity.WithResult, Awaiter.Framework)]
    public void ConfigureAwaitFalse_UnderASynchronizationContext_GoesOnInTheSetter(Arity arity, Awaiter awaiter)
    {
        Watchdog.Run(() =>
        {
            QueueingContext context = new();
            context.Install();
            Producer producer = Form.Of(arity).Create();
            Task task = Await(producer.Task, awaiter, continueOnCapturedContext: false);
            SynchronizationContext.SetSynchronizationContext(null);
            producer.SetResult();
            Assert.Equal(0, context.Waiting);
            Assert.True(task.IsCompleted);
            task.GetAwaiter().GetResult();
        });
    }

    [Theory]
    [InlineData(Arity.WithoutResult, Awaiter.Pooled)]
    [InlineData(Arity.WithResult, Awaiter.Pooled)]
    [InlineData(Arity.WithoutResult, Awaiter.Framework)]
    [InlineData(Arity.WithResult, Awaiter.Framework)]
    public void ConfigureAwaitTrue_UnderATaskScheduler_GoesOnThere(Arity arity, Awaiter awaiter)
    {
        Watchdog.Run(() =>
        {
            QueueingScheduler scheduler = new();
            Producer producer = Form.Of(arity).Create();
            Task? task = null;
            scheduler.Invoke(() => task = Await(producer.Task, awaiter, continueOnCapturedContext: true));
            producer.SetResult();
            Assert.False(task!.IsCompleted);
            Assert.Equal(1, scheduler.Run());
            task.GetAwaiter().GetResult();
        });
    }

    [Theory]
    [InlineData(Arity.WithoutResult, Awaiter.Pooled)]
    [InlineData(Arity.WithResult, Awaiter.Pooled)]
    [InlineData(Arity.WithoutResult, Awaiter.Framework)]
    [InlineData(Arity.WithResult, Awaiter.Framework)]
    public void ConfigureAwaitFalse_UnderATaskScheduler_GoesOnInTheSetter(Arity arity, Awaiter awaiter)
    {
        Watchdog.Run(() =>
        {
            QueueingScheduler scheduler = new();
            Producer producer = Form.Of(arity).Create();
            Task? task = null;
            scheduler.Invoke(() => task = Await(producer.Task, awaiter, continueOnCapturedContext: false));
            producer.SetResult();
            Assert.Equal(0, scheduler.Waiting);
            Assert.True(task!.IsCompleted);
            task.GetAwaiter().GetResult();
        });
    }

    [Theory, BothArities]
    public void OnCompleted_UnderASynchronizationContext_CallsBackThere(Arity arity)
    {
        Watchdog.Run(() =>
        {
            QueueingContext context = new();
            context.Install();
            foreach (bool flow in (bool[])[true, false])
            {
                Producer producer = Form.Of(arity).Create();
                int calls = 0;
                Action continuation = () => calls++;
                if (flow)
                {
                    producer.Task.OnCompleted(continuation);
                }
                else
                {
                    producer.Task.UnsafeOnCompleted(continuation);
                }

                producer.SetResult();
                Assert.Equal(0, calls);
                Assert.Equal(1, context.Run());
                Assert.Equal(1, calls);
                producer.Task.GetResult();
            }
        });
    }

    [Theory, BothArities]
    public void Yield_UnderASynchronizationContext_ComesBackToIt(Arity arity)
    {
        Watchdog.Run(() =>
        {
            QueueingContext context = new();
            context.Install();
            Subject task = Form.Of(arity).Async(async () =>
            {
                await Task.Yield();
                Assert.Same(context, SynchronizationContext.Current);
                await Task.Yield();
                Assert.Same(context, SynchronizationContext.Current);
            });
            Assert.False(task.IsCompleted);
            SynchronizationContext.SetSynchronizationContext(null);
            Watchdog.WaitFor(() => context.Run() >= 0 && task.IsCompleted, "the yields");
            task.GetResult();
        });
    }

    [Theory, BothArities]
    public void Yield_UnderATaskScheduler_ComesBackToIt(Arity arity)
    {
        Watchdog.Run(() =>
        {
            QueueingScheduler scheduler = new();
            Subject? task = null;
            scheduler.Invoke(() => task = Form.Of(arity).Async(async () =>
            {
                await Task.Yield();
                Assert.Same(scheduler, TaskScheduler.Current);
                await Task.Yield();
                Assert.Same(scheduler, TaskScheduler.Current);
            }));
            Watchdog.WaitFor(() => scheduler.Run() >= 0 && task!.IsCompleted, "the yields");
            task!.GetResult();
        });
    }

    private static Task Await(Subject subject, Awaiter awaiter, bool continueOnCapturedContext) =>
        awaiter == Awaiter.Framework
            ? subject.AwaitInTaskConfigured(continueOnCapturedContext)
            : subject.AwaitConfigured(continueOnCapturedContext).AsValueTask().AsTask();
}
