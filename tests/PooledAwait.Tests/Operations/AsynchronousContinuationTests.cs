namespace PooledAwait.Tests.Operations;

public class AsynchronousContinuationTests
{
    [Fact]
    public void RunContinuationsAsynchronously_WhateverAwaits_GoesOnOffTheSettersStack()
    {
        CheckThread(static (task, continuation) => InPooledMethod(task, continuation).Forget());
        CheckThread(static (task, continuation) => _ = InTask(task, continuation));
        CheckThread(static (task, continuation) => task.GetAwaiter().OnCompleted(continuation));
        CheckThread(static (task, continuation) => task.GetAwaiter().UnsafeOnCompleted(continuation));

        static async PooledValueTask InPooledMethod(PooledValueTask task, Action continuation)
        {
            await task;
            continuation();
        }

        static async Task InTask(PooledValueTask task, Action continuation)
        {
            await task;
            continuation();
        }
    }

    [Fact]
    public void RunContinuationsAsynchronously_SynchronizationContext_StillGetsTheContinuation() => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        context.Install();
        PooledValueTaskSource source = Create();
        PooledValueTask task = Awaiting.Pass(source.PooledTask);
        source.SetResult();
        Assert.Equal(1, context.Run());
        task.GetAwaiter().GetResult();
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void RunContinuationsAsynchronously_NextUserOfTheOperation_DoesNotInheritIt() => Watchdog.Run(() =>
    {
        PooledValueTaskSource first = Create();
        first.SetResult();
        first.PooledTask.GetAwaiter().GetResult();
        PooledValueTaskSource second = PooledValueTaskSource.Create();
        Assert.Same(first.PooledTask._operation, second.PooledTask._operation);
        bool called = false;
        second.PooledTask.GetAwaiter().UnsafeOnCompleted(() => called = true);
        second.SetResult();
        Assert.True(called);
        second.PooledTask.GetAwaiter().GetResult();
    });

    private static void CheckThread(Action<PooledValueTask, Action> register) => Watchdog.Run(() =>
    {
        using ManualResetEventSlim called = new();
        PooledValueTaskSource source = Create();
        int thread = 0;
        register(source.PooledTask, () =>
        {
            thread = Environment.CurrentManagedThreadId;
            called.Set();
        });
        source.SetResult();
        called.Wait();
        Assert.NotEqual(Environment.CurrentManagedThreadId, thread);
    });

    private static PooledValueTaskSource Create() => PooledValueTaskSource.Create(TaskCreationOptions.RunContinuationsAsynchronously);
}
