namespace PooledAwait.Tests.Context;

/// <summary>AsyncLocal values are those that an async Task method sees.</summary>
[Trait(FlowMode.Needs, FlowMode.Flow)]
public class ExecutionContextTests
{
    [Fact]
    public void ContextsOfTheForeignCaller_ContinuationThrows_AreIntact() => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new();
        Action resume = static () => { };
        local.Value = 1;
        PooledValueTask method = Method();
        method.GetAwaiter().UnsafeOnCompleted(static () => throw new TestException());
        local.Value = 2;
        Assert.Throws<TestException>(resume);
        Assert.Equal(2, local.Value);
        Assert.Null(SynchronizationContext.Current);
        method.GetAwaiter().GetResult();

        async PooledValueTask Method()
        {
            await new UnsafeAwaitable(action => resume = action);
            local.Value = 3;
            SynchronizationContext.SetSynchronizationContext(new QueueingContext());
        }
    });

    /// <summary>UnsafeOnCompleted flows nothing: the delegate runs in the setter's contexts, and so do its changes.</summary>
    [Fact]
    public void ContextsOfTheSetter_WhatAwaitsIsADelegateThatReturns_AreChangedAsByTheFrameworks() => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new();
        TaskCompletionSource task = new();
        ForeignSource framework = new();
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        task.Task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => local.Value = 1);
        new ValueTask(framework, framework.Version).ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => local.Value = 2);
        source.PooledTask.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => local.Value = 3);

        task.SetResult();
        Assert.Equal(1, local.Value);
        framework.SetResult(1);
        Assert.Equal(2, local.Value);
        source.SetResult();
        Assert.Equal(3, local.Value);
        source.PooledTask.GetAwaiter().GetResult();
    });

    [Fact]
    public void ContextsOfTheSetter_WhoseFlowIsSuppressedAndWhatAwaitsThrows_StaySuppressed() => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new() { Value = 1 };
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        source.PooledTask.GetAwaiter().UnsafeOnCompleted(static () =>
        {
            SynchronizationContext.SetSynchronizationContext(new QueueingContext());
            throw new TestException();
        });
        AsyncFlowControl flow = ExecutionContext.SuppressFlow();
        Assert.Throws<TestException>(source.SetResult);
        Assert.True(ExecutionContext.IsFlowSuppressed());
        Assert.Null(SynchronizationContext.Current);
        flow.Undo();
        Assert.Equal(1, local.Value);
        source.PooledTask.GetAwaiter().GetResult();
    });

    [Fact]
    public void Contexts_ChangedByAMethodOnThePool_AreCleanForTheNextWorkItem() => Watchdog.Run(() =>
    {
        // A method leaves its contexts behind on the pool's thread, which the pool cleans.
        const int Methods = 200;
        AsyncLocal<int> local = new();
        ConcurrentDictionary<int, bool> left = new();
        ConcurrentQueue<string> dirt = new();
        int again = 0;
        using CountdownEvent pending = new(2 * Methods);
        for (int i = 0; i < Methods; i++)
        {
            LeaveContexts().Forget();
            ThreadPool.UnsafeQueueUserWorkItem(_ => Look(), null);
        }

        pending.Wait();
        Assert.Empty(dirt);
        Assert.NotEqual(0, again);

        async PooledValueTask LeaveContexts()
        {
            await Task.Yield();
            local.Value = 1;
            SynchronizationContext.SetSynchronizationContext(new QueueingContext());
            left[Environment.CurrentManagedThreadId] = true;
            pending.Signal();
        }

        void Look()
        {
            if (left.ContainsKey(Environment.CurrentManagedThreadId))
            {
                Interlocked.Increment(ref again);
            }

            if (local.Value != 0 || SynchronizationContext.Current is not null)
            {
                dirt.Enqueue($"local {local.Value}, {SynchronizationContext.Current}");
            }

            pending.Signal();
        }
    });
}
