namespace PooledAwait.Schedules;

public class AwaiterTests
{
    [Theory]
    [InlineData("source")]
    [InlineData("ValueTask")]
    [InlineData("method")] // links box to box
    [InlineData("asynchronously")]
    public void SetAgainstAwait_PooledMethod_GoesOnOnce(string awaited) => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = awaited == "asynchronously"
            ? PooledValueTaskSource<int>.Create(TaskCreationOptions.RunContinuationsAsynchronously)
            : PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = awaited == "method" ? Shared.Pass(source.PooledTask) : source.PooledTask;
        PooledValueTask<int> awaiting = default;
        race(() => source.SetResult(1), () => awaiting = awaited == "ValueTask" ? Shared.PassValueTask(source.Task) : Shared.Pass(task));

        Assert.True(awaiting.GetAwaiter().IsCompleted);
        Assert.Equal(1, awaiting.GetAwaiter().GetResult());
        Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
    });

    /// <summary>The method's end asks for the queue while its awaiter registers.</summary>
    [Fact]
    public void EndInAContextAgainstAwait_UnseenMethod_GoesOnOnceAndQueued() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> inner = Shared.PassUnseen(source.PooledTask);
        PooledValueTask<int> awaiting = default;
        bool isSetting = false;
        bool wasInside = false;
        int calls = 0;
        // As in ConsumeAgainstAwaitedSet_OfAMethod.
        race(
            () =>
            {
                SynchronizationContext.SetSynchronizationContext(new OwnContext());
                isSetting = true;
                source.SetResult(1);
                isSetting = false;
                SynchronizationContext.SetSynchronizationContext(null);
            },
            () => awaiting = AwaitAndLook(),
            () => !source.IsValid);

        Assert.Equal(1, calls);
        Assert.False(wasInside);
        Assert.True(awaiting.GetAwaiter().IsCompleted);
        Assert.Equal(1, awaiting.GetAwaiter().GetResult());

        async PooledValueTask<int> AwaitAndLook()
        {
            int result = await inner.ConfigureAwait(false);
            calls++;
            wasInside = isSetting && SynchronizationContext.Current is OwnContext;
            return result;
        }
    });

    [Fact]
    public void SetAgainstThen_ContinuesOnce() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> continued = default;
        int calls = 0;
        race(
            () => source.SetResult(1),
            () => continued = source.PooledTask.Then(n =>
            {
                calls++;
                return n + 1;
            }));

        Assert.Equal(1, calls);
        Assert.True(continued.GetAwaiter().IsCompleted);
        Assert.Equal(2, continued.GetAwaiter().GetResult());
    });

    [Fact]
    public void SetAgainstSetOfWhatIsStarted_PassesOnOrNot_ContinuesOnce() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> antecedent = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> started = PooledValueTaskSource<int>.Create();
        bool isStarted = false;
        PooledValueTask<int> last = antecedent.PooledTask.Then(_ => Start()).Then(static n => n + 1);
        // Before, the threads have no operation in common.
        race(() => antecedent.SetResult(1), () => started.SetResult(2), () => isStarted);

        Assert.True(last.GetAwaiter().IsCompleted);
        Assert.Equal(3, last.GetAwaiter().GetResult());

        PooledValueTask<int> Start()
        {
            isStarted = true;
            return started.PooledTask;
        }
    });

    [Fact]
    public void SetAgainstThen_WhatIsStartedIsPending_PassesOnOrNot() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> antecedent = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> started = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> between = antecedent.PooledTask.Then(_ => started.PooledTask);
        PooledValueTask<int> last = default;
        race(() => antecedent.SetResult(1), () => last = between.Then(static n => n + 1));

        Assert.False(last.GetAwaiter().IsCompleted);
        started.SetResult(2);
        Assert.Equal(3, last.GetAwaiter().GetResult());
    });

    [Fact]
    public void SetAgainstASecondConsumer_OfWhatIsContinued_IsRefused() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        PooledValueTask<int> continued = task.Then(static n => n + 1);
        Exception? refused = null;
        race(() => source.SetResult(1), () => refused = Record.Exception(() => task.GetAwaiter().GetResult()));

        Assert.IsType<InvalidOperationException>(refused);
        Assert.Equal(2, continued.GetAwaiter().GetResult());
    });

    [Theory]
    [Booleans]
    public void SetAgainstOnCompleted_CallsBackOnce(bool asynchronously) => Explorer.Explore(race =>
    {
        SourceOperation<int> operation = SourceOperation<int>.Rent();
        if (asynchronously)
        {
            operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        PooledValueTask<int> task = new(operation, 0, operation.Token);
        int calls = 0;
        race(
            () => Assert.True(operation.TrySucceed(task._token, 1)),
            () => task.GetAwaiter().UnsafeOnCompleted(() => calls++));

        Assert.Equal(1, calls);
        Assert.Equal(1, task.GetAwaiter().GetResult());
    });

    [Theory]
    [Booleans]
    public void BlockAgainstSet_GetsTheResult(bool ofMethod) => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = ofMethod ? Shared.Pass(source.PooledTask) : source.PooledTask;
        int result = 0;
        race(() => result = task.GetAwaiter().GetResult(), () => source.SetResult(1));

        Assert.Equal(1, result);
    });

    [Fact]
    public void AwaitAgainstAwait_OneIsRefused() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> left = default;
        PooledValueTask<int> right = default;
        race(() => left = Shared.Pass(source.PooledTask), () => right = Shared.Pass(source.PooledTask));

        source.SetResult(1);
        Assert.True(left.IsCompleted && right.IsCompleted, "A wake-up is lost.");
        Attempt first = Attempt.Of(() => left.GetAwaiter().GetResult());
        Attempt second = Attempt.Of(() => right.GetAwaiter().GetResult());
        Assert.True(first.Succeeded ^ second.Succeeded);
        Assert.Equal(1, first.Result + second.Result);
    });

    [Fact]
    public void TakeOptionsAgainstSet_TheOperationCompletes() => Explorer.Explore(atLeast: 5, race =>
    {
        SourceOperation<int> operation = SourceOperation<int>.Rent();
        operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        PooledValueTask<int> task = new(operation, 0, operation.Token);
        race(() => operation.TakeOptions(task._token), () => Assert.True(operation.TrySucceed(task._token, 1)));

        Assert.True(task.IsCompleted);
        Assert.False(operation.TrySucceed(task._token, 2));
        Assert.Equal(1, task.GetAwaiter().GetResult());
    });

    /// <summary>
    /// A foreign awaiter's delegate is called on another thread while the method suspends. Where the awaiter hands it on without an order,
    /// the call may come too early and do nothing, but it runs no method of which the thread sees a part only.
    /// </summary>
    [Theory]
    [Booleans]
    public void AwaitAgainstCallBack_GoesOnOnce(bool isOrdered) => Explorer.Explore(atLeast: 3, race =>
    {
        Action? continuation = null;
        int resumed = 0;
        PooledValueTask task = default;
        race(
            () => task = Await(7),
            () => (isOrdered ? Interlocked.Exchange(ref continuation, null) : continuation)?.Invoke());

        continuation?.Invoke();
        Assert.Equal(7, resumed);
        task.GetAwaiter().GetResult();

        async PooledValueTask Await(int value)
        {
            await new CallBackAwaitable(resume =>
            {
                if (isOrdered)
                {
                    Interlocked.Exchange(ref continuation, resume);
                }
                else
                {
                    continuation = resume;
                }

                Interleaving.Point(); // the other thread may call back before the awaiter returns
            });
            resumed += value;
        }
    });

    private sealed class OwnContext : SynchronizationContext;
}
