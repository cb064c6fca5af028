namespace PooledAwait.Tests.Combinators;

/// <summary>A method that awaits a combinator continues in its own contexts; the combinator itself needs none and keeps none.</summary>
public sealed class CombinatorContextTests
{
    private static readonly AsyncLocal<string?> s_local = new();
    private static readonly AsyncLocal<object?> s_heavy = new();

    [Theory]
    [InlineData("WhenAll")]
    [InlineData("WhenAny")]
    [InlineData("WhenEach")]
    [InlineData("WaitAsync")]
    [InlineData("ValueTasks")]
    public void Awaited_CompletedInAnotherContext_GoesOnInItsOwnWithFlowAndThereWithout(string combinator) => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        s_local.Value = "awaiter";
        PooledValueTask<string?> run = Run(combinator, source.PooledTask);
        s_local.Value = "completer";
        source.SetResult(1);
        Assert.Equal("completer", s_local.Value);
        Assert.Equal(FlowMode.IsOn ? "awaiter" : "completer", run.GetAwaiter().GetResult());
    });

    [Theory]
    [InlineData("WhenAll")]
    [InlineData("WhenAny")]
    [InlineData("WhenEach")]
    [InlineData("WaitAsync")]
    [InlineData("ValueTasks")]
    public void AwaitedInASynchronizationContext_Completed_PostsOnce(string combinator) => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        context.Install();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<string?> run = Run(combinator, source.PooledTask);
        SynchronizationContext.SetSynchronizationContext(null);
        source.SetResult(1);
        Assert.False(run.GetAwaiter().IsCompleted);
        Assert.Equal(1, context.Waiting);

        // And nothing that posts again: the combinator itself did not come through the context.
        Assert.Equal(1, context.Run());
        Assert.True(run.GetAwaiter().IsCompleted);
        run.GetAwaiter().GetResult();
    });

    [Fact]
    public void PooledTimerAndRegistration_MadeInAContext_DoNotKeepIt() => Watchdog.Run(() =>
    {
        using CancellationTokenSource cancellation = new();
        WeakReference heavy = RunInContext(cancellation.Token);
        Garbage.Collect();
        Assert.False(heavy.IsAlive);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference RunInContext(CancellationToken token)
        {
            object value = new();
            s_heavy.Value = value;
            PooledValueTaskSource<Version> source = PooledValueTaskSource<Version>.Create(CancellationToken.None);

            // A result type of its own, so that this use makes the object and its timer.
            PooledValueTask<Version> wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), token);
            source.SetResult(new Version());
            wait.GetAwaiter().GetResult();
            s_heavy.Value = null;
            return new WeakReference(value);
        }
    });

    [Fact]
    public void AnotherClocksTimer_MadeInAContext_IsMadeWithoutIt() => Watchdog.Run(() =>
    {
        s_local.Value = "maker";
        Clock clock = new();
        PooledValueTask delay = PooledValueTask.Delay(TimeSpan.FromHours(1), clock);
        Assert.False(delay.GetAwaiter().IsCompleted);
        Assert.Equal([true], clock.Suppressed);
        Assert.False(ExecutionContext.IsFlowSuppressed());
    });

    [Fact]
    public void Timeout_OnTheTimersThread_AwaiterGoesOnInItsContext() => Watchdog.Run(async () =>
    {
        s_local.Value = "awaiter";
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<string?> run = Timeout(source.PooledTask);
        s_local.Value = "another";
        Assert.Equal(FlowMode.IsOn ? "awaiter" : null, await run);
        source.SetResult(1);

        static async PooledValueTask<string?> Timeout(PooledValueTask<int> task)
        {
            await Assert.ThrowsAsync<TimeoutException>(() => task.WaitAsync(TimeSpan.FromMilliseconds(5)).AsValueTask().AsTask());
            await PooledValueTask.Delay(TimeSpan.FromMilliseconds(5));
            return s_local.Value;
        }
    });

    private static async PooledValueTask<string?> Run(string combinator, PooledValueTask<int> task)
    {
        switch (combinator)
        {
            case "WhenAll":
                await PooledValueTask.WhenAll(task, new PooledValueTask<int>(1));
                break;
            case "WhenAny":
                await PooledValueTask.WhenAny(task);
                break;
            case "WhenEach":
                await foreach (Completion<int> _ in PooledValueTask.WhenEach(task))
                {
                }

                break;
            case "ValueTasks":
                await PooledValueTask.WhenAll(task.AsValueTask(), new ValueTask<int>(1));
                break;
            default:
                await task.WaitAsync(TimeSpan.FromHours(1));
                break;
        }

        return s_local.Value;
    }

    /// <summary>Notes whether the flow is suppressed where a timer is made, which would keep the context for as long as it lives.</summary>
    private sealed class Clock : TimeProvider
    {
        internal List<bool> Suppressed { get; } = [];

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Suppressed.Add(ExecutionContext.IsFlowSuppressed());
            return base.CreateTimer(callback, state, dueTime, period);
        }
    }
}
