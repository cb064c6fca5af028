using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

public sealed class ConfiguredYieldTests
{
    [Fact]
    public void Yield_ConfiguredFalse_LeavesTheContextForTheThreadPool() => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        context.Install();
        ValueTask<bool> pooled = Pooled().AsValueTask();
        Task<bool> framework = Framework();

        Watchdog.WaitFor(() => pooled.IsCompleted && framework.IsCompleted, "the thread pool");
        Assert.Equal(0, context.Waiting);
        Assert.True(pooled.Result);
        Assert.True(framework.Result);

        static async PooledValueTask<bool> Pooled()
        {
            await Task.Yield().ConfigureAwait(false);
            return Thread.CurrentThread.IsThreadPoolThread && SynchronizationContext.Current is null;
        }

        static async Task<bool> Framework()
        {
            await Task.Yield().ConfigureAwait(false);
            return Thread.CurrentThread.IsThreadPoolThread && SynchronizationContext.Current is null;
        }
    });

    [Fact]
    public void Yield_ConfiguredTrue_GoesThroughTheContext() => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        context.Install();
        ValueTask pooled = Pooled();
        Task framework = Framework();

        Assert.Equal(2, context.Waiting);
        Assert.False(pooled.IsCompleted);
        Assert.Equal(2, context.Run());
        Assert.True(pooled.IsCompletedSuccessfully);
        Assert.True(framework.IsCompletedSuccessfully);

        static async PooledValueTask Pooled() => await Task.Yield().ConfigureAwait(true);

        static async Task Framework() => await Task.Yield().ConfigureAwait(true);
    });

    [Fact]
    public void Yield_ConfiguredTrueOnAScheduler_GoesThroughTheScheduler() => Watchdog.Run(() =>
    {
        QueueingScheduler scheduler = new();
        ValueTask pooled = default;
        TaskScheduler? resumedOn = null;
        scheduler.Invoke(() => pooled = Pooled());
        scheduler.Run();

        Assert.True(pooled.IsCompletedSuccessfully);
        Assert.Same(scheduler, resumedOn);

        async PooledValueTask Pooled()
        {
            await Task.Yield().ConfigureAwait(true);
            resumedOn = TaskScheduler.Current;
        }
    });

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Awaiter_UsedByHand_FlowsTheContextOnlyWhenItIsAskedTo(bool continueOnCapturedContext) => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new() { Value = 1 };
        int flowed = 0;
        int notFlowed = 0;
        using CountdownEvent done = new(2);
        var awaiter = Task.Yield().ConfigureAwait(continueOnCapturedContext).GetAwaiter();

        Assert.False(awaiter.IsCompleted);
        awaiter.OnCompleted(() =>
        {
            flowed = local.Value;
            done.Signal();
        });
        awaiter.UnsafeOnCompleted(() =>
        {
            notFlowed = local.Value;
            done.Signal();
        });
        done.Wait();
        awaiter.GetResult();

        Assert.Equal(1, flowed);
        Assert.Equal(0, notFlowed);
    });

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Awaiter_NullContinuation_IsRejected(bool continueOnCapturedContext)
    {
        var awaiter = Task.Yield().ConfigureAwait(continueOnCapturedContext).GetAwaiter();

        Assert.Throws<ArgumentNullException>(() => awaiter.OnCompleted(null!));
        Assert.Throws<ArgumentNullException>(() => awaiter.UnsafeOnCompleted(null!));
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void Yield_InAPooledMethod_FlowsTheExecutionContext() => Watchdog.Run(async () =>
    {
        AsyncLocal<int> local = new() { Value = 1 };
        Assert.Equal(1, await Pooled());

        async PooledValueTask<int> Pooled()
        {
            await Task.Yield().ConfigureAwait(false);
            return local.Value;
        }
    });

    [Fact]
    public void Yields_WarmUnderOurBuilders_AllocateNothing() => Watchdog.Run(() =>
    {
        Bytes.AssertPerUseInProcess(0, static () =>
        {
            PooledValueTask task = Yields();
            SpinWait wait = default;
            while (!task.GetAwaiter().IsCompleted)
            {
                wait.SpinOnce(sleep1Threshold: -1);
            }

            task.GetAwaiter().GetResult();
        });

        static async PooledValueTask Yields()
        {
            await Task.Yield();
            await Task.Yield().ConfigureAwait(false);
            await Task.Yield().ConfigureAwait(true);
        }
    });

    [Fact]
    public void Awaitables_Compare_ByWhereTheyGoOn()
    {
        Assert.Equal(Task.Yield().ConfigureAwait(true), Task.Yield().ConfigureAwait(true));
        Assert.NotEqual(Task.Yield().ConfigureAwait(true), Task.Yield().ConfigureAwait(false));
        Assert.Equal(default, Task.Yield().ConfigureAwait(false));
        Assert.Equal(Task.Yield().ConfigureAwait(true).GetAwaiter(), Task.Yield().ConfigureAwait(true).GetAwaiter());
        Assert.NotEqual(Task.Yield().ConfigureAwait(true).GetAwaiter(), default);
        Assert.Equal("ConfiguredYieldAwaitable", default(ConfiguredYieldAwaitable).ToString());
        Assert.Equal("ConfiguredYieldAwaiter", default(ConfiguredYieldAwaitable.ConfiguredYieldAwaiter).ToString());
    }
}
