namespace PooledAwait.Tests.Context;

/// <summary>
/// The context without values: that a box which keeps a mark for it goes on where one does that keeps it, also where the thread's fields
/// can't be read.
/// </summary>
[Trait(FlowMode.Needs, FlowMode.Flow)]
[Trait(FlowMode.Needs, FlowMode.PrivateMembers)]
public class DefaultContextTests
{
    /// <summary>The contexts in which a method suspends, and in which it is completed.</summary>
    public static TheoryData<string, string> Pairs { get; } = new()
    {
        { "default", "default" },
        { "default", "values" },
        { "default", "suppressed" },
        { "default", "suppressed values" },
        { "values", "default" },
        { "values", "values" },
        { "values", "suppressed" },
        { "suppressed", "default" },
        { "suppressed", "values" },
        { "suppressed values", "default" },
        { "suppressed values", "values" },
    };

    /// <summary>What the thread's fields tell, in every state that they can have, is what the public members return.</summary>
    [Fact]
    public void Capture_OfEveryContext_IsThatOfTheFramework() => Watchdog.Run(static () =>
    {
        Assert.NotNull(ThreadContexts.Current);
        AsyncLocal<int> local = new();
        Assert.Same(ThreadContexts.DefaultMark, ThreadContexts.Capture(Thread.CurrentThread));
        AssertSame();
        using (ExecutionContext.SuppressFlow())
        {
            AssertSame();
        }

        AssertSame();
        local.Value = 1;
        AssertSame();
        using (ExecutionContext.SuppressFlow())
        {
            AssertSame();
        }

        AssertSame();
        ExecutionContext.Run(ThreadContexts.Default!, static _ => AssertSame(), null);
        ExecutionContext.Restore(ThreadContexts.Default!);
        AssertSame();
        SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
        AssertSame();
        SynchronizationContext.SetSynchronizationContext(null);
        AssertSame();

        static void AssertSame()
        {
            Assert.Same(ExecutionContext.Capture(), ThreadContexts.Unmarked(ThreadContexts.Capture(Thread.CurrentThread)));
            Assert.Same(SynchronizationContext.Current, ThreadContexts.GetSynchronizationContext(Thread.CurrentThread));
            Assert.Same(SynchronizationContext.Current, ThreadState.Current.SynchronizationContext);
        }
    });

    [Fact]
    public void FieldsThatCannotBeRead_AreNotNeeded()
    {
        Assert.NotNull(ThreadContexts.Default);
        AppContext.SetSwitch(PrivateFields.Switch, false);
        try
        {
            FreshLibrary.Run(static () =>
            {
                Assert.Null(ThreadContexts.Default);
                AsyncLocal<int> local = new();
                PooledValueTaskSource source = PooledValueTaskSource.Create();
                PooledValueTask<int> task = Read(source.PooledTask, local);
                Assert.Same(ExecutionContext.Capture(), task._operation!.TakeContext());
                source.SetResult();
                Assert.Equal(0, task.GetAwaiter().GetResult());

                DefaultContextTests tests = new();
                foreach (object[] pair in Pairs)
                {
                    tests.CapturedHereAndResumedThere_SeesAndTellsWhatATaskDoes((string)pair[0], (string)pair[1]);
                }
            });
        }
        finally
        {
            AppContext.SetSwitch(PrivateFields.Switch, true);
        }
    }

    [Fact]
    public void FirstUse_InAnyContext_ReadsTheFieldsAndLeavesTheContext()
    {
        FreshLibrary.Run(static () => Check(value: 0, isSuppressed: false));
        FreshLibrary.Run(static () => Check(value: 1, isSuppressed: false));
        FreshLibrary.Run(static () => Check(value: 0, isSuppressed: true));
        FreshLibrary.Run(static () => Check(value: 1, isSuppressed: true));

        static void Check(int value, bool isSuppressed)
        {
            int notifications = 0;
            AsyncLocal<int> local = new(_ => notifications++);
            if (value != 0)
            {
                local.Value = value;
            }

            if (isSuppressed)
            {
                ExecutionContext.SuppressFlow();
            }

            int before = notifications;
            ExecutionContext? context = ExecutionContext.Capture();

            Assert.NotNull(ThreadContexts.Default);
            _ = ThreadState.Current;

            Assert.Same(context, ExecutionContext.Capture());
            Assert.Equal(isSuppressed, ExecutionContext.IsFlowSuppressed());
            Assert.Equal((value, before), (local.Value, notifications));
        }
    }

    [Theory]
    [Booleans]
    public void SuspendedWithoutValues_KeepsTheMarkAndGoesOnWithoutValues(bool isCollectible) => FreshLibrary.Run(
        static () =>
        {
            AsyncLocal<int> local = new();
            ThreadState thread = ThreadState.Current;
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            PooledValueTask<int> task = Read(source.PooledTask, local);
            Assert.Same(ThreadContexts.DefaultMark, task._operation!.TakeContext());

            // TakeContext leaves a box that has captured nothing, so the body continues in the setter's context.
            local.Value = 1;
            source.SetResult();
            Assert.Equal(1, task.GetAwaiter().GetResult());
            ExecutionContext.Restore(ThreadContexts.Default!);

            source = PooledValueTaskSource.Create();
            task = Read(source.PooledTask, local);
            Garbage.Collect();
            local.Value = 2;
            source.SetResult();
            Assert.Equal(0, task.GetAwaiter().GetResult());
            Assert.Equal(2, local.Value);
            Assert.Same(thread, ThreadState.Current);
        },
        isCollectible);

    /// <summary>Every pair of contexts, through the loop's first box and a later one, a work item, a foreign awaiter and Then.</summary>
    [Theory]
    [MemberData(nameof(Pairs))]
    public void CapturedHereAndResumedThere_SeesAndTellsWhatATaskDoes(string captured, string resumed) => Watchdog.Run(() =>
    {
        string framework = Trace(new TaskCompletionSource(), static (
            source, local, trace) => InTask(source.Task, local, trace), static source => source.SetResult());
        AssertSame("PooledValueTask", Pooled(static (task, local, trace) => InPooledValueTask(task, local, trace).AsValueTask().AsTask()));
        AssertSame("PooledTask", Pooled(static (task, local, trace) => InPooledTask(task, local, trace).AsTask()));
        AssertSame("FireAndForget", Pooled(InFireAndForget));
        AssertSame("Then", Pooled(static (
            task, local, trace) => task.Then((local, trace), static state => Note(state.local, state.trace)).AsValueTask().AsTask()));
        Action resume = static () => { };
        AssertSame("a foreign awaiter", Trace(
            new UnsafeAwaitable(action => resume = action),
            static (awaitable, local, trace) => InForeign(awaitable, local, trace).AsValueTask().AsTask(),
            _ => resume()));

        // The first box of the loop changes the context before the second goes on. Loops do not nest, and so tell less, and put
        // the setter's context back in any case.
        framework = Body(Trace(new TaskCompletionSource(), static (
            source, local, trace) => InTask(Change(source.Task, local), local, trace), static source => source.SetResult()));
        string later =
            Pooled(static (task, local, trace) => InPooledValueTask(PooledChange(task, local), local, trace).AsValueTask().AsTask());
        AssertSame("a later box", Body(later));
        Assert.Contains(resumed.Contains("values", StringComparison.Ordinal) ? "setter 2" : "setter 0", later, StringComparison.Ordinal);

        string Pooled(Func<PooledValueTask, AsyncLocal<int>, List<string>, Task> start) =>
            Trace(PooledValueTaskSource.Create(), (
                source, local, trace) => start(source.PooledTask, local, trace), static source => source.SetResult());

        void AssertSame(string form, string actual) => Assert.True(framework == actual, $"{form}\nTask: {framework}\nhere: {actual}");

        static string Body(string trace) =>
            string.Join(", ", trace.Split(", ").Where(static entry => entry.StartsWith("body", StringComparison.Ordinal)));

        string Trace<TSource>(TSource source, Func<TSource, AsyncLocal<int>, List<string>, Task> start, Action<TSource> complete)
        {
            List<string> trace = [];
            Watchdog.Run(() =>
            {
                AsyncLocal<int> local = new(change => trace.Add($"{change.PreviousValue}>{change.CurrentValue}"));
                Task? task = null;
                In(captured, 1, local, () => task = start(source, local, trace));
                In(resumed, 2, local, () =>
                {
                    trace.Add("set");
                    complete(source);
                    trace.Add($"setter {local.Value}{(ExecutionContext.IsFlowSuppressed() ? " suppressed" : "")}");
                });
                task!.GetAwaiter().GetResult();
            });
            return string.Join(", ", trace);
        }

        static void In(string context, int value, AsyncLocal<int> local, Action action) => Watchdog.Run(() =>
        {
            if (context.Contains("values", StringComparison.Ordinal))
            {
                local.Value = value;
            }

            if (context.Contains("suppressed", StringComparison.Ordinal))
            {
                ExecutionContext.SuppressFlow();
            }

            action();
        });
    });

    private static async PooledValueTask<int> Read(PooledValueTask task, AsyncLocal<int> local)
    {
        await task;
        return local.Value;
    }

    private static void Note(AsyncLocal<int> local, List<string> trace)
    {
        trace.Add($"body {local.Value}{(ExecutionContext.IsFlowSuppressed() ? " suppressed" : "")}");
    }

    private static async Task InTask(Task task, AsyncLocal<int> local, List<string> trace)
    {
        await task;
        Note(local, trace);
    }

    private static async PooledValueTask InPooledValueTask(PooledValueTask task, AsyncLocal<int> local, List<string> trace)
    {
        await task;
        Note(local, trace);
    }

    private static async PooledTask InPooledTask(PooledValueTask task, AsyncLocal<int> local, List<string> trace)
    {
        await task;
        Note(local, trace);
    }

    private static Task InFireAndForget(PooledValueTask task, AsyncLocal<int> local, List<string> trace)
    {
        _ = Run();
        return Task.CompletedTask;

        async FireAndForget Run()
        {
            await task;
            Note(local, trace);
        }
    }

    private static async PooledValueTask InForeign(UnsafeAwaitable awaitable, AsyncLocal<int> local, List<string> trace)
    {
        await awaitable;
        Note(local, trace);
    }

    /// <summary>A method that ends in another context than it began in.</summary>
    private static async Task Change(Task task, AsyncLocal<int> local)
    {
        await task;
        local.Value = 7;
    }

    private static async PooledValueTask PooledChange(PooledValueTask task, AsyncLocal<int> local)
    {
        await task;
        local.Value = 7;
    }
}
