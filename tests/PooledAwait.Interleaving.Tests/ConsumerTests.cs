namespace PooledAwait.Schedules;

public class ConsumerTests
{
    [Fact]
    public void ConsumeAgainstConsume_OneGetsTheResult() => Explorer.Explore(atLeast: 5, race =>
    {
        PooledValueTaskSource<int> source = Completed(1);

        Assert.Equal(1, Attempt.OfOne(race, () => source.PooledTask.GetAwaiter().GetResult()));
    });

    [Fact]
    public void ConsumeAndRentAgainstConsume_TheNextUserIsUnharmed() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = Completed(1);
        PooledValueTaskSource<int> next = default;
        Attempt left = default;
        Attempt right = default;
        race(
            () =>
            {
                left = Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult());
                next = PooledValueTaskSource<int>.Create();
                next.SetResult(2);
            },
            () => right = Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult()));

        Assert.True(left.Succeeded ^ right.Succeeded);
        Assert.Equal(1, left.Result + right.Result);
        Assert.Equal(2, next.PooledTask.GetAwaiter().GetResult());
    });

    /// <summary>The consumer looks at the Task before its notification comes; the object then follows another Task.</summary>
    [Fact]
    public void NotifyAgainstConsumeAndFollow_TheNextUserIsUnharmed() => Explorer.Explore(race =>
    {
        TaskCompletionSource<int> source = new();
        TaskCompletionSource<int> other = new();
        PooledValueTask<int> task = new(source.Task);
        PooledValueTask<int> next = default;
        int result = 0;
        race(
            () => source.SetResult(1),
            () =>
            {
                if (task.IsCompleted)
                {
                    result = task.Result;
                    next = new PooledValueTask<int>(other.Task);
                }
            });

        Assert.Equal(1, next.IsNull ? task.Result : result);
        Assert.True(next.IsNull || !next.IsCompleted);
        other.SetResult(2);
        Assert.Equal(next.IsNull ? 0 : 2, next.Result);
    });

    [Fact]
    public void AsTaskAgainstAwait_OfOneHandle_NobodyGetsAResultBeforeTheTaskHasOne() => Explorer.Explore(race =>
    {
        TaskCompletionSource<int> source = new();
        PooledValueTask<int> task = new(source.Task);
        Task<int>? taken = null;
        int? awaited = null;
        race(
            () => taken = Unless(() => task.AsTask()),
            () => Unless(() =>
            {
                PooledValueTaskAwaiter<int> awaiter = task.GetAwaiter();
                return awaiter.IsCompleted ? (object)(awaited = awaiter.GetResult()) : string.Empty;
            }));

        Assert.Null(awaited);
        source.SetResult(7);
        Assert.True(taken is null || taken.Result == 7);

        static T? Unless<T>(Func<T> action)
            where T : class
        {
            try
            {
                return action();
            }
            catch (InvalidOperationException)
            {
                // The other thread has the operation.
                return null;
            }
        }
    });

    [Fact]
    public void IsCompletedAgainstTheTask_SaysYesOnlyWhenTheResultIsThere() => Explorer.Explore(race =>
    {
        TaskCompletionSource<int> source = new();
        PooledValueTask<int> task = new(source.Task);
        bool isComplete = false;
        bool isThere = false;
        race(
            () => source.SetResult(7),
            () =>
            {
                isComplete = task.IsCompleted;
                isThere = !isComplete || task.AsValueTask().IsCompleted;
            });

        Assert.True(isThere);
        Assert.Equal(7, task.Result);
    });

    [Fact]
    public void ConsumeAgainstSet_WhereADelegateIsRegistered_GetsTheResult() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        int calls = 0;
        int result = 0;
        task.GetAwaiter().UnsafeOnCompleted(() => calls++);
        race(() => source.SetResult(1), () => result = task.IsCompleted ? task.GetAwaiter().GetResult() : 0);

        Assert.Equal(1, calls);
        Assert.Equal(1, result == 0 ? task.GetAwaiter().GetResult() : result);
    });

    [Fact]
    public void ForgetAgainstFailure_ThePooledObjectKeepsNothing() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Operation operation = source.PooledTask._operation!;
        race(() => source.PooledTask.Forget(), () => source.SetException(new TimeoutException()));

        Assert.False(operation.IsCurrent(source.PooledTask._token));
        Assert.False(operation.MayHaveFailed, "The exception is kept alive.");
    });

    [Fact]
    public void ForgetAgainstConsume_OneConsumes() => Explorer.Explore(atLeast: 5, race =>
    {
        PooledValueTaskSource<int> source = Completed(1);
        race(
            () => Attempt.Of(source.PooledTask.Forget),
            () => Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult()));

        Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
    });

    [Fact]
    public void ForgetAgainstForget_Pending_OneIsRefused() => Explorer.Explore(atLeast: 5, race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Attempt.OfOne(race, source.PooledTask.Forget);
        source.SetResult(1);
        Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
    });

    [Theory]
    [Booleans]
    public void ConsumeAgainstAwaitedSet_TheResultGoesToOne(bool awaitsValueTask, bool ofMethod) => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = ofMethod ? Shared.Pass(source.PooledTask) : source.PooledTask;
        PooledValueTask<int> awaiting = awaitsValueTask ? Shared.PassValueTask(task.AsValueTask()) : Shared.Pass(task);
        Attempt thief = default;

        // Of a source, the thief is refused before the claim as it is after it. The source of a method is no business of the thief's, and
        // until it is consumed nothing of the method's operation changes.
        race(
            () => source.SetResult(1),
            () => thief = Attempt.Of(() => task.GetAwaiter().GetResult()),
            () => ofMethod ? !source.IsValid : !source.PooledTask._operation!.CanBeginCompletion(source.PooledTask._token));

        Attempt awaited = Attempt.Of(() => awaiting.GetAwaiter().GetResult());
        Assert.True(thief.Succeeded ^ awaited.Succeeded);
        Assert.Equal(1, thief.Result + awaited.Result);
    });

    /// <summary>A waiter that goes on without consuming leaves the result to any thread.</summary>
    [Fact]
    public void ConsumeAgainstSet_WhoseAwaiterLeavesTheResult_GetsIt() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        PooledValueTask awaiting = AwaitOnly();
        Attempt taken = default;
        race(
            () => source.SetResult(1),
            () =>
            {
                if (task.IsCompleted)
                {
                    taken = Attempt.Of(() => task.GetAwaiter().GetResult());
                }
            },
            () => !task._operation!.CanBeginCompletion(task._token));

        Assert.Equal(1, taken.Succeeded ? taken.Result : task.GetAwaiter().GetResult());
        awaiting.GetAwaiter().GetResult();

        // As no compiler would write it: it does not ask for the result.
        async PooledValueTask AwaitOnly() => await new CallBackAwaitable(task.GetAwaiter().UnsafeOnCompleted);
    });

    [Fact]
    public void StatusAgainstConsumeAndRent_IsOfTheAskersUseOrRefused() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = Completed(1);
        ValueTaskSourceStatus? status = null;
        race(
            () =>
            {
                Assert.Equal(1, source.PooledTask.GetAwaiter().GetResult());
                PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
                next.SetCanceled();
                Assert.Throws<TaskCanceledException>(() => next.PooledTask.GetAwaiter().GetResult());
            },
            () => Attempt.Of(() => { status = source.PooledTask._operation!.GetStatus(source.PooledTask._token); }));

        Assert.True(status is null or ValueTaskSourceStatus.Succeeded);
    });

    /// <summary>The next use is a method's, whose first store in the object is its context.</summary>
    [Theory]
    [Booleans]
    public void StatusAgainstConsumeAndSuspend_IsOfTheAskersUseOrRefused(bool hasValue) => Explorer.Explore(race =>
    {
        AsyncLocal<bool> local = new();
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> second = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> third = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> asked = Shared.Pass(first.PooledTask);
        PooledValueTask<int> next = default;
        PooledValueTask<int> other = default;
        PooledValueTask<int> caller = ConsumeAndSuspend();
        ValueTaskSourceStatus? status = null;
        race(
            () =>
            {
                // From here on the thread has a magazine, and takes no lock of the pool.
                other = Shared.Pass(third.PooledTask);
                first.SetResult(1);
            },
            () => Attempt.Of(() => { status = asked._operation!.GetStatus(asked._token); }));

        Assert.True(status is null or ValueTaskSourceStatus.Pending or ValueTaskSourceStatus.Succeeded, status.ToString());
        Assert.Same(asked._operation, next._operation);
        Assert.Equal(1, caller.GetAwaiter().GetResult());
        second.SetResult(2);
        Assert.Equal(2, next.GetAwaiter().GetResult());
        third.SetResult(3);
        Assert.Equal(3, other.GetAwaiter().GetResult());

        // Nothing in between is a fence: each method resumes the next one on this thread.
        async PooledValueTask<int> ConsumeAndSuspend()
        {
            local.Value = hasValue; // with false the context stays the default one
            int result = await Shared.PassUnseen(asked);
            next = Shared.Pass(second.PooledTask);
            return result;
        }
    });

    /// <summary>The result goes to the awaiter; what another thread is told meanwhile is true nevertheless.</summary>
    [Fact]
    public void StatusAgainstAwaitedFailure_IsNeverSuccess() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> awaiting = Shared.Pass(source.PooledTask);
        ValueTaskSourceStatus? status = null;
        race(
            () => source.SetException(new TimeoutException()),
            () => Attempt.Of(() => { status = source.PooledTask._operation!.GetStatus(source.PooledTask._token); }));

        Assert.NotEqual(ValueTaskSourceStatus.Succeeded, status);
        Assert.Throws<TimeoutException>(() => awaiting.GetAwaiter().GetResult());
    });

    /// <summary>As with a Task: whoever sees that it is complete sees what its completer has written before.</summary>
    [Fact]
    public void IsCompletedAgainstSet_ShowsWhatTheSetterWroteBefore() => Explorer.Explore(atLeast: 3, race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Litmus memory = new();
        int? seen = null;
        race(
            () =>
            {
                memory._x = 1;
                source.SetResult(1);
            },
            () => seen = source.PooledTask.IsCompleted ? memory._x : null);

        Assert.NotEqual(0, seen);
        Assert.Equal(1, source.PooledTask.GetAwaiter().GetResult());
    });

    private static PooledValueTaskSource<int> Completed(int result)
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetResult(result);
        return source;
    }
}
