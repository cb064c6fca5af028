namespace PooledAwait.Tests.Tasks;

/// <summary>OnCompleted and UnsafeOnCompleted by hand, on a task that is complete: the framework's awaiter is the specification.</summary>
public sealed class OnCompletedTests
{
    [Theory]
    [Booleans]
    public void OnCompleted_OfATaskCompleteFromTheStart_CallsBackAsTheFrameworks(
        bool flows, bool captures, bool withResult, bool onScheduler) => Watchdog.Run(() =>
    {
        ICriticalNotifyCompletion framework = withResult
            ? new ValueTask<int>(5).ConfigureAwait(captures).GetAwaiter()
            : default(ValueTask).ConfigureAwait(captures).GetAwaiter();
        ICriticalNotifyCompletion ours = (withResult, captures) switch
        {
            (false, false) => default(PooledValueTask).ConfigureAwait(false).GetAwaiter(),
            (false, true) => default(PooledValueTask).GetAwaiter(),
            (true, false) => new PooledValueTask<int>(5).ConfigureAwait(false).GetAwaiter(),
            (true, true) => new PooledValueTask<int>(5).GetAwaiter(),
        };
        Assert.Equal(
            Where(onScheduler, flows ? framework.OnCompleted : framework.UnsafeOnCompleted),
            Where(onScheduler, flows ? ours.OnCompleted : ours.UnsafeOnCompleted));
    });

    [Theory]
    [Booleans]
    public void Await_OfATaskCompleteFromTheStart_ByCodeThatDoesNotAsk_GoesOnInThePlace(bool onScheduler) => Watchdog.Run(() =>
    {
        string where = Where(onScheduler, continuation => _ = HandMadeMethod<int>.Call(
            new PooledValueTask<int>(5),
            task =>
            {
                continuation();
                return task.GetAwaiter().GetResult();
            }));

        // The framework's Task, which queues to the scheduler, flows the context itself.
        Assert.Equal(
            onScheduler ? "local 7, no context, the scheduler" : FlowMode.IsOn ? "local 7, the context" : "local 0, the context", where);
    });

    /// <summary>Where a callback runs that is registered in a context, or on a scheduler, with a value.</summary>
    private static string Where(bool onScheduler, Action<Action> register)
    {
        string? where = null;
        AsyncLocal<int> local = new();
        QueueingScheduler scheduler = new();
        QueueingContext context = new();
        PoolTests.RunOnAnotherThread(() =>
        {
            local.Value = 7;
            if (onScheduler)
            {
                Task.Factory.StartNew(Begin, CancellationToken.None, TaskCreationOptions.None, scheduler);
            }
            else
            {
                context.Invoke(Begin);
            }
        });

        // Here, where the local has no value.
        Watchdog.WaitFor(() => scheduler.Run() + context.Run() == 0 && Volatile.Read(ref where) is not null, "the callback");
        return where!;

        void Begin() => register(() => Volatile.Write(
            ref where,
            $"local {local.Value}, {(SynchronizationContext.Current == context ? "the context" : "no context")}"
            + (SynchronizationContext.Current == context ? "" : TaskScheduler.Current == scheduler ? ", the scheduler"
                : ", no scheduler")));
    }
}
