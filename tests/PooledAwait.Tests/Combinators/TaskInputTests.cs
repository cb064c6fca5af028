namespace PooledAwait.Tests.Combinators;

/// <summary>
/// A pooled task made of a Task is complete when the Task is, whatever context the completing thread has and whatever options the Task has;
/// outcomes and order are those of Task's own combinators.
/// </summary>
public sealed class TaskInputTests
{
    /// <summary>Whether this thread is inside the call that completes a Task.</summary>
    [ThreadStatic]
    private static bool t_isCompleting;

    /// <summary>The ways to make a pooled task of a Task, the contexts of the completing thread, and the options of the Task.</summary>
    /// <remarks>The Task behind a ValueTask is found by private fields; without them it is awaited as the framework awaits it.</remarks>
    public static IEnumerable<object[]> Situations =>
        from ofValueTask in PrivateFields.MayBeRead ? (bool[])[false, true] : [false]
        from context in (string[])["none", "SynchronizationContext", "TaskScheduler"]
        from asynchronous in (bool[])[false, true]
        select (object[])[ofValueTask, context, asynchronous];

    /// <summary>The notification runs inside the completing thread, the method that awaits only if the Task's source wants that.</summary>
    [Theory, MemberData(nameof(Situations))]
    public void Task_Completed_IsCompleteHereAndItsAwaitersRunWhereItsSourceSays(bool ofValueTask, string context, bool asynchronous) =>
        Watchdog.Run(() =>
        {
            TaskCompletionSource<int> source = new(
                asynchronous ? TaskCreationOptions.RunContinuationsAsynchronously : TaskCreationOptions.None);
            PooledValueTask<int> task = Make(ofValueTask, source.Task);
            PooledValueTask<bool> awaiting = Await(Make(ofValueTask, source.Task));
            PooledValueTask<bool> each = AwaitEach(PooledValueTask.WhenEach(Make(ofValueTask, source.Task)));
            Assert.False(task.IsCompleted);
            In(context, () =>
            {
                t_isCompleting = true;
                source.SetResult(7);
                t_isCompleting = false;
                Assert.True(task.IsCompleted);
            });

            Assert.Equal(7, task.Result);
            Assert.Equal(!asynchronous, awaiting.AsTask().Result);
            Assert.Equal(!asynchronous, each.AsTask().Result);

            static async PooledValueTask<bool> Await(PooledValueTask<int> task)
            {
                Assert.Equal(7, await task.ConfigureAwait(false));
                return t_isCompleting;
            }

            static async PooledValueTask<bool> AwaitEach(CompletionSequence<Completion<int>> sequence)
            {
                await foreach (Completion<int> _ in sequence.ConfigureAwait(false))
                {
                    return t_isCompleting;
                }

                return false;
            }
        });

    /// <summary>The framework calls inside the thread that runs the Task; what user code does there must not belong to that Task.</summary>
    [Theory]
    [Booleans]
    public void Task_ThatRunsOnAScheduler_IsNotTheCurrentOneOfWhatIsContinued(bool ofValueTask) => Watchdog.Run(() =>
    {
        TaskScheduler scheduler = new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler;
        using ManualResetEventSlim mayRun = new();
        Task<int> running = Task.Factory.StartNew(
            () =>
            {
                mayRun.Wait();
                return 7;
            },
            CancellationToken.None,
            TaskCreationOptions.None,
            scheduler);
        using ManualResetEventSlim mayEnd = new();
        PooledValueTask<(TaskScheduler Seen, Task Child)> continued = Continue();
        mayRun.Set();
        (TaskScheduler seen, Task child) = continued.AsTask().Result;
        Assert.Same(TaskScheduler.Default, seen);

        // A child of the running Task would keep it from completing.
        Assert.True(running.Wait(TimeSpan.FromSeconds(30)));
        mayEnd.Set();
        child.Wait();

        async PooledValueTask<(TaskScheduler Seen, Task Child)> Continue()
        {
            _ = await Make(ofValueTask, running).ConfigureAwait(false);
            Task child = Task.Factory.StartNew(
                mayEnd.Wait, CancellationToken.None, TaskCreationOptions.AttachedToParent, TaskScheduler.Default);
            return (TaskScheduler.Current, child);
        }
    });

    [Fact]
    public void WhenEach_OfSourcesWithAsynchronousContinuations_GivesThemInOrderOfCompletion() => Watchdog.Run(() =>
    {
        for (int round = 0; round < 50; round++)
        {
            PooledValueTaskSource<int>[] sources = [.. Enumerable.Range(0, 10)
                .Select(_ => PooledValueTaskSource<int>.Create(TaskCreationOptions.RunContinuationsAsynchronously))];
            PooledValueTask<int[]> seen = Enumerate(PooledValueTask.WhenEach([.. sources.Select(source => source.PooledTask)]));
            ThreadPool.QueueUserWorkItem(_ =>
            {
                for (int i = 0; i < sources.Length; i++)
                {
                    sources[i].SetResult(i);
                }
            });
            Assert.Equal(Enumerable.Range(0, 10), seen.Result);
        }
    });

    [Theory]
    [Booleans]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Task_Pending_AllocatesNothing(bool ofValueTask) => Watchdog.Run(() =>
    {
        double withoutUs = Bytes.PerUse(static () =>
        {
            TaskCompletionSource<int> source = new();
            source.SetResult(7);
        });
        Assert.Equal(withoutUs, Bytes.PerUse(() =>
        {
            TaskCompletionSource<int> source = new();
            PooledValueTask<int> task = Make(ofValueTask, source.Task);
            source.SetResult(7);
            _ = task.Result;
        }));
    });

    [Theory]
    [Trait(FlowMode.Needs, FlowMode.PrivateMembers)]
    [Booleans]
    public void Task_WithSeveralErrors_KeepsThem(bool ofValueTask) => Watchdog.Run(() =>
    {
        TestException[] errors = [new("0"), new("1")];
        TaskCompletionSource<int> source = new();
        PooledValueTask<int> pending = Make(ofValueTask, source.Task);
        source.SetException(errors);
        Assert.Equal(errors, Errors(pending));
        Assert.Equal(errors, Errors(Make(ofValueTask, source.Task)));
        Assert.Equal(errors, Errors(PooledValueTask.WhenAll([Make(ofValueTask, source.Task)])));

        static IEnumerable<Exception> Errors<T>(PooledValueTask<T> task) =>
            Assert.Throws<AggregateException>(() => task.WithAggregateException().GetAwaiter().GetResult()).InnerExceptions;
    });

    [Fact]
    public void AsTask_OfAPendingTask_IsThatTask_OfAFailedOne_HasItsError() => Watchdog.Run(() =>
    {
        TaskCompletionSource<int> source = new();
        Assert.Same(source.Task, new PooledValueTask<int>(source.Task).AsTask());
        Assert.Same(source.Task, new PooledValueTask((Task)source.Task).AsTask());

        // The object serves another Task, and the first one's notification changes nothing.
        TaskCompletionSource<int> second = new();
        PooledValueTask<int> next = new(second.Task);
        source.SetResult(1);
        Assert.False(next.IsCompleted);
        second.SetResult(2);
        Assert.Equal(2, next.Result);

        TestException error = new();
        Task<int> failed = Task.FromException<int>(error);
        Assert.Same(error, new PooledValueTask<int>(failed).AsTask().Exception!.InnerException);
        PooledValueTask<int> consumed = new(failed);
        _ = consumed.AsTask();
        Assert.Throws<InvalidOperationException>(() => { _ = consumed.AsTask(); });
    });

    /// <summary>Code that registers without asking IsCompleted before: an awaiter that always yields, for example.</summary>
    private static readonly Dictionary<string, Action<PooledValueTask<int>, Action>> s_registrations = new()
    {
        ["OnCompleted"] = static (task, called) => task.GetAwaiter().OnCompleted(called),
        ["ConfigureAwait"] = static (task, called) => task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(called),
        ["ValueTask"] = static (task, called) => task.AsValueTask().GetAwaiter().UnsafeOnCompleted(called),
        ["WithoutThrowing"] = static (task, called) => task.WithoutThrowing().OnCompleted(called),
        ["method"] = static (task, called) => HandMadeMethod<int>.Call(
            task,
            _ =>
            {
                called();
                return 0;
            }).Forget(),
    };

    public static TheoryData<string> Registrations => [.. s_registrations.Keys];

    [Theory, MemberData(nameof(Registrations))]
    public void Task_ThatHasFailed_CallsBackWhoDoesNotAsk(string form) => Watchdog.Run(() =>
    {
        foreach (bool isCanceled in (bool[])[false, true])
        {
            using ManualResetEventSlim called = new();
            PooledValueTask<int> task = new(Failed(isCanceled));
            s_registrations[form](task, called.Set);
            Assert.True(called.Wait(TimeSpan.FromSeconds(10)));
            Assert.Equal(isCanceled, task.IsCanceled);
            Assert.ThrowsAny<Exception>(() => task.Result);
        }
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Forget_OfATaskThatHasFailed_ReturnsTheObject() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException error = new();
        foreach (Task<int> failed in (Task<int>[])[Failed(isCanceled: true), Task.FromException<int>(error)])
        {
            PooledValueTask<int> task = new(failed);
            task.Forget();
            PooledValueTask<int> next = new(failed);
            Assert.Same(task._operation, next._operation);
            next.WithoutThrowing().GetAwaiter().GetResult();
        }

        Assert.Equal(1, unobserved.CountOf(error));
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.PrivateMembers)]
    public void ValueTasks_OfAnyResult_AreRead()
    {
        AssertRead<byte>();
        AssertRead<string>();
        AssertRead<(long, string, byte)>();
        AssertRead<Guid>();
        TaskCompletionSource source = new();
        Assert.Same(source.Task, ValueTaskContent.Of(new ValueTask(source.Task), out _));
        Assert.Null(ValueTaskContent.Of(default, out _));
        PooledValueTaskSource pooled = PooledValueTaskSource.Create();
        Assert.Equal(pooled.PooledTask, pooled.Task.AsPooledValueTask());

        static void AssertRead<T>()
        {
            TaskCompletionSource<T> source = new();
            Assert.Same(source.Task, ValueTaskContent.Of(new ValueTask<T>(source.Task), out short token));
            Assert.Equal(0, token);
            Assert.Null(ValueTaskContent.Of(new ValueTask<T>(default(T)!), out _));
            PooledValueTaskSource<T> pooled = PooledValueTaskSource<T>.Create();
            Assert.Equal(pooled.PooledTask, pooled.Task.AsPooledValueTask());
        }
    }

    private static Task<int> Failed(bool isCanceled) =>
        isCanceled ? Task.FromCanceled<int>(new CancellationToken(true)) : Task.FromException<int>(new TestException());

    private static PooledValueTask<int> Make(bool ofValueTask, Task<int> task) =>
        ofValueTask ? new ValueTask<int>(task).AsPooledValueTask() : new PooledValueTask<int>(task);

    private static async PooledValueTask<int[]> Enumerate(CompletionSequence<Completion<int>> sequence)
    {
        // Not back to the context that the completing thread has.
        List<int> seen = [];
        await foreach (Completion<int> completion in sequence.ConfigureAwait(false))
        {
            seen.Add(completion.Result);
        }

        return [.. seen];
    }

    private static void In(string context, Action action)
    {
        Action<Action> place = context switch
        {
            "SynchronizationContext" => new QueueingContext().Invoke,
            "TaskScheduler" => new QueueingScheduler().Invoke,
            _ => static inside => inside(),
        };
        place(action);
    }
}
