using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Context;

/// <summary>AsyncLocal values are those that an async Task method sees.</summary>
[Trait(FlowMode.Needs, FlowMode.Flow)]
public class ExecutionContextTests
{
    private static readonly (string Name, Func<Step[], Trace, Task> Start)[] s_forms =
    [
        ("ValueTask", (steps, trace) => Interpreters.InValueTask(steps, trace).AsTask()),
        (".NET's pooling builder", (steps, trace) => Interpreters.InFrameworkPooledValueTask(steps, trace).AsTask()),
        ("PooledValueTask", (steps, trace) => Interpreters.InPooledValueTask(steps, trace).AsValueTask().AsTask()),
        ("PooledValueTask over Tasks", (steps, trace) => Interpreters.InPooledValueTaskOverTasks(steps, trace).AsValueTask().AsTask()),
        ("PooledValueTask over ValueTasks", (
            steps, trace) => Interpreters.InPooledValueTaskOverValueTasks(steps, trace).AsValueTask().AsTask()),
        ("PooledValueTask<int>", (steps, trace) => Interpreters.InPooledValueTaskWithResult(steps, trace).AsValueTask().AsTask()),
        ("PooledTask", (steps, trace) => Interpreters.InPooledTask(steps, trace).AsTask()),
        ("PooledTask<int>", (steps, trace) => Interpreters.InPooledTaskWithResult(steps, trace).AsTask()),
    ];

    [Fact]
    public void AsyncLocal_BeforeAcrossAndAfterAwait_IsThatOfTheMethod() => AssertSame(
        "body -1, body 1, body 1, body 2, body 2, body 2, body 3, body 3",
        new Program(
            [
                new Step.Read(), new Step.Write(1), new Step.Read(), new Step.Await(0), new Step.Read(),
                new Step.Write(2), new Step.Read(), new Step.Yield(), new Step.Read(), new Step.Await(1), new Step.Read(),
                new Step.Write(3), new Step.Read(), new Step.Await(2), new Step.Read(),
            ],
            Gates: 3));

    [Fact]
    public void AsyncLocal_ChangedByACallee_IsNotChangedForItsCaller() => AssertSame(
        "body -1, body 1, body 2, body 2, body 1, body 1",
        new Program(
            [
                new Step.Read(), new Step.Write(1),
                new Step.Call([new Step.Read(), new Step.Write(2), new Step.Read(), new Step.Await(0), new Step.Read()]),
                new Step.Read(), new Step.Await(1), new Step.Read(),
            ],
            Gates: 2));

    [Fact]
    public void AsyncLocal_ChangedByACalleeThatDoesNotSuspend_IsNotChangedForItsCaller() => AssertSame(
        "body 2, body 1",
        new Program([new Step.Write(1), new Step.Call([new Step.Write(2), new Step.Read()]), new Step.Read()], Gates: 0));

    [Fact]
    public void SuppressedFlow_AtTheAwait_GoesOnInTheSettersContext() => AssertSame(
        "body 1 suppressed, body -2, body -2, body 5",
        new Program(
            [
                new Step.Write(1), new Step.Suppress(), new Step.Read(), new Step.Await(0), new Step.Read(),
                new Step.Await(1), new Step.Read(), new Step.Write(5), new Step.Read(),
            ],
            Gates: 2));

    [Fact]
    public void SuppressedFlow_InTheSetter_DoesNotReachTheMethod() => AssertSame(
        "body 1, body 1, body 2",
        new Program(
            [
                new Step.Write(1), new Step.Call([new Step.Await(0), new Step.Read()]), new Step.Read(), new Step.Write(2),
                new Step.Await(1), new Step.Read(),
            ],
            Gates: 2,
            SuppressedSetters: 0b11));

    [Fact]
    public void SuppressedFlow_InTheCaller_IsSeenByTheMethodUntilItSuspends() => AssertSame(
        "body -1 suppressed, body -2",
        new Program([new Step.Read(), new Step.Await(0), new Step.Read()], Gates: 1, SuppressedStart: true));

    [Fact]
    public void RandomPrograms_WithYields_SeeWhatAnAsyncTaskSees() => AssertSameForRandomPrograms(suppression: false);

    [Fact]
    public void RandomPrograms_WithSuppressedFlow_SeeWhatAnAsyncTaskSees() => AssertSameForRandomPrograms(suppression: true);

    [Fact]
    public void ContextsOfTheSetter_ContinuationThrows_AreIntact() => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new();
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        local.Value = 1;
        ValueTask task = Method().AsValueTask();
        task.GetAwaiter().UnsafeOnCompleted(static () => throw new InvalidOperationException("thrown by a continuation"));
        local.Value = 2;

        Assert.Throws<InvalidOperationException>(() => source.SetResult());

        Assert.Equal(2, local.Value);
        Assert.Null(SynchronizationContext.Current);

        async PooledValueTask Method()
        {
            await source.PooledTask;
            SynchronizationContext.SetSynchronizationContext(new QueueingContext());
        }
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ContextsOfTheForeignCaller_ContinuationThrows_AreIntact(bool throws) => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new();
        Action resume = static () => { };
        local.Value = 1;
        PooledValueTask method = Method();
        if (throws)
        {
            method.GetAwaiter().UnsafeOnCompleted(static () => throw new TestException());
        }

        local.Value = 2;
        Assert.Equal(throws, Record.Exception(resume) is TestException);
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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ContextsOfTheSetter_WhatAwaitsIsNoMethodAndThrows_AreIntact(bool fails) => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new() { Value = 1 };
        QueueingContext own = new();
        SynchronizationContext.SetSynchronizationContext(own);
        ExecutionContext? context = ExecutionContext.Capture();
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        source.PooledTask.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() =>
        {
            local.Value = 2;
            SynchronizationContext.SetSynchronizationContext(null);
            ExecutionContext.SuppressFlow();
            throw new TestException();
        });
        Assert.Throws<TestException>(() => fails ? source.TrySetException(new InvalidOperationException()) : source.TrySetResult());

        Assert.False(ExecutionContext.IsFlowSuppressed());
        Assert.Same(context, ExecutionContext.Capture());
        Assert.Same(own, SynchronizationContext.Current);
        SynchronizationContext.SetSynchronizationContext(null);
        Assert.Equal(fails, Record.Exception(() => source.PooledTask.GetAwaiter().GetResult()) is not null);
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

    [Fact]
    public void AsyncLocal_ChangedInAMethod_NotifiesAsTheFrameworkDoes()
    {
        Assert.Equal(Notifications(pooled: false), Notifications(pooled: true));

        static List<string> Notifications(bool pooled)
        {
            List<string> notifications = [];
            Watchdog.Run(() =>
            {
                AsyncLocal<int> local = new(change =>
                    notifications.Add($"{change.PreviousValue}>{change.CurrentValue}{(change.ThreadContextChanged ? " switched" : "")}"));
                local.Value = 1;
                TaskCompletionSource framework = new();
                PooledValueTaskSource source = PooledValueTaskSource.Create();
                Task task = pooled ? Pooled().AsValueTask().AsTask() : Framework();
                local.Value = 3;
                framework.SetResult();
                source.SetResult();
                task.GetAwaiter().GetResult();

                async Task Framework()
                {
                    local.Value = 2;
                    await framework.Task;
                    local.Value = 4;
                }

                async PooledValueTask Pooled()
                {
                    local.Value = 2;
                    await source.PooledTask;
                    local.Value = 4;
                }
            });
            return notifications;
        }
    }

    private static void AssertSameForRandomPrograms(bool suppression)
    {
        int programs = Rounds.Of(150, 5_000);
        for (int seed = 0; seed < programs; seed++)
        {
            AssertSame(null, Program.Generate(new Random(seed), suppression));
        }
    }

    private static void AssertSame(string? expected, Program program)
    {
        string framework = program.Run(Interpreters.InTask, out bool frameworkKeepsTheCaller);
        if (expected is not null)
        {
            Assert.Equal(expected, framework);
        }

        foreach ((string name, Func<Step[], Trace, Task> start) in s_forms)
        {
            string trace = program.Run(start, out bool callerIsIntact);
            Assert.True(framework == trace, $"{program}\nTask: {framework}\n{name}: {trace}");

            // A body whose flow was suppressed at its await goes on in the setter's context. If flow is suppressed there
            // too, nobody can put that context back, and what the body changes stays: with the framework's builders as well.
            if (frameworkKeepsTheCaller || program.SuppressedSetters == 0)
            {
                Assert.True(callerIsIntact, $"{program}\n{name} has changed its caller's or its completer's context.");
            }
        }
    }
}
