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
    public void ConfigureAwait_UnderAContextOrAScheduler_DecidesWhetherTheMethodGoesOnThere(Arity arity, Awaiter awaiter) =>
        Watchdog.Run(() =>
        {
            foreach (bool isTrue in (bool[])[true, false])
            {
                QueueingContext context = new();
                Check(context.Invoke, context.Run, isTrue);
                QueueingScheduler scheduler = new();
                Check(scheduler.Invoke, scheduler.Run, isTrue);
            }

            void Check(Action<Action> invoke, Func<int> run, bool isTrue)
            {
                Producer producer = Form.Of(arity).Create();
                Task? task = null;
                invoke(() => task = Await(producer.Task, awaiter, isTrue));
                producer.SetResult();
                Assert.Equal(!isTrue, task!.IsCompleted);
                Assert.Equal(isTrue ? 1 : 0, run());
                task.GetAwaiter().GetResult();
            }
        });

    [Theory, BothArities]
    public void OnCompleted_UnderASynchronizationContext_CallsBackThere(Arity arity) => Watchdog.Run(() =>
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

    [Theory, BothArities]
    public void Yield_UnderAContextOrAScheduler_ComesBackToIt(Arity arity) => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        Check(context.Invoke, context.Run, () => Assert.Same(context, SynchronizationContext.Current));
        QueueingScheduler scheduler = new();
        Check(scheduler.Invoke, scheduler.Run, () => Assert.Same(scheduler, TaskScheduler.Current));

        void Check(Action<Action> invoke, Func<int> run, Action isThere)
        {
            Subject? task = null;
            invoke(() => task = Form.Of(arity).Async(async () =>
            {
                await Task.Yield();
                isThere();
                await Task.Yield();
                isThere();
            }));
            Watchdog.WaitFor(() => run() >= 0 && task!.IsCompleted, "the yields");
            task!.GetResult();
        }
    });

    private static Task Await(Subject subject, Awaiter awaiter, bool continueOnCapturedContext) =>
        awaiter == Awaiter.Framework
            ? subject.AwaitInTaskConfigured(continueOnCapturedContext)
            : subject.AwaitConfigured(continueOnCapturedContext).AsValueTask().AsTask();
}
