namespace PooledAwait.Tests.Combinators;

/// <summary>A method that awaits a combinator continues in its own contexts; the combinator itself needs none and keeps none.</summary>
public sealed class CombinatorContextTests
{
    /// <summary>The one that doesn't come back to the context.</summary>
    private const string Elsewhere = "WithoutThrowing, ConfigureAwait(false)";

    private static readonly AsyncLocal<string?> s_local = new();
    private static readonly AsyncLocal<object?> s_heavy = new();

    public static TheoryData<string> Combinators => ["WhenAll", "WhenAny", "WhenEach", "WaitAsync", "ValueTasks", "WithoutThrowing", Elsewhere];

    [Theory]
    [MemberData(nameof(Combinators))]
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
    [MemberData(nameof(Combinators))]
    public void AwaitedInASynchronizationContext_Completed_PostsOnceUnlessConfigured(string combinator) => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<string?> run = default;
        context.Invoke(() => run = Run(combinator, source.PooledTask));
        int posts = combinator == Elsewhere ? 0 : 1;
        source.SetResult(1);
        Assert.Equal(posts == 0, run.GetAwaiter().IsCompleted);
        Assert.Equal(posts, context.Waiting);

        // And nothing that posts again: the combinator itself did not come through the context.
        Assert.Equal(posts, context.Run());
        Assert.True(run.GetAwaiter().IsCompleted);
        run.GetAwaiter().GetResult();
    });

    [Fact]
    public void PooledTimerAndRegistration_MadeInAContext_DoNotKeepIt() => Watchdog.Run(() =>
    {
        using CancellationTokenSource cancellation = new();
        Garbage.AssertCollected(() =>
        {
            object value = new();
            s_heavy.Value = value;
            PooledValueTaskSource<Version> source = PooledValueTaskSource<Version>.Create(CancellationToken.None);

            // A result type of its own, so that this use makes the object and its timer.
            PooledValueTask<Version> wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), cancellation.Token);
            source.SetResult(new Version());
            wait.GetAwaiter().GetResult();
            s_heavy.Value = null;
            return [value];
        });
    });

    [Fact]
    public void AnotherClocksTimer_MadeInAContext_IsMadeWithoutIt() => Watchdog.Run(() =>
    {
        s_local.Value = "maker";
        List<bool> suppressed = [];
        ManualTimeProvider clock = new() { Creating = () => suppressed.Add(ExecutionContext.IsFlowSuppressed()) };
        PooledValueTask delay = PooledValueTask.Delay(TimeSpan.FromHours(1), clock);
        Assert.False(delay.GetAwaiter().IsCompleted);
        Assert.Equal([true], suppressed);
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
            case "WithoutThrowing":
                await task.WithoutThrowing();
                break;
            case Elsewhere:
                await task.WithoutThrowing().ConfigureAwait(false);
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
}
