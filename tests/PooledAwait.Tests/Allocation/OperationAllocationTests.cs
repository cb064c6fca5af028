namespace PooledAwait.Tests.Allocation;

/// <summary>Nothing is allocated, to the byte, by operations that begin and end on one thread.</summary>
[Trait(FlowMode.Needs, FlowMode.Pooling)]
public class OperationAllocationTests
{
    private static readonly AsyncLocal<int> s_local = new();

    private static readonly Dictionary<string, Action> s_pending = new()
    {
        ["without a result"] = static () => Complete(static source => Awaiting.Pass(source.PooledTask)),
        ["of an int"] = static () => Complete(1, static source => Awaiting.Pass(source.PooledTask)),
        ["of a string"] = static () => Complete("text", static source => Awaiting.Pass(source.PooledTask)),
        ["of a large struct"] = static () => Complete(new Large(1, 2, 3, 4), static source => Awaiting.Pass(source.PooledTask)),
        ["of a tuple"] = static () => Complete(("text", 1), static source => Awaiting.Pass(source.PooledTask)),
        ["of a ValueTask without a result"] = static () => Complete(static source => Awaiting.Pass(source.Task)),
        ["of a ValueTask"] = static () => Complete(1, static source => Awaiting.Pass(source.Task)),
        ["of an attributed method without a result"] = static () =>
            Complete(static source => AttributedMethods.Wait(source.Task).AsPooledValueTask()),
        ["of an attributed method"] = static () => Complete(1, static source => PassAttributed(source.Task).AsPooledValueTask()),
        ["configured, without a result"] = static () => Complete(static source => PassConfigured(source.PooledTask)),
        ["configured"] = static () => Complete(1, static source => PassConfigured(source.PooledTask)),
        ["with suppressed flow"] = static () => Complete(1, static source =>
        {
            using (ExecutionContext.SuppressFlow())
            {
                return Awaiting.Pass(source.PooledTask);
            }
        }),
    };

    public static TheoryData<string> Pending => new(s_pending.Keys);

    [Fact]
    public void MethodThatNeverSuspends_AllocatesNothing() => AssertNothing(static () =>
    {
        Sync().GetAwaiter().GetResult();
        Expect(1, SyncWithResult(1).GetAwaiter().GetResult());
        Expect(new Large(1, 2, 3, 4), SyncWithResult(new Large(1, 2, 3, 4)).GetAwaiter().GetResult());
        Expect("text", SyncWithResult("text").GetAwaiter().GetResult());
    });

    [Theory]
    [MemberData(nameof(Pending))]
    public void PendingMethod_OfAnyKind_AllocatesNothing(string kind) => AssertNothing(s_pending[kind]);

    [Fact]
    public void Forget_PendingAndCompleted_AllocatesNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        Awaiting.Pass(source.PooledTask).Forget();
        source.SetResult();

        PooledValueTaskSource<int> withResult = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = Awaiting.Pass(withResult.PooledTask);
        withResult.SetResult(1);
        task.Forget();
    });

    [Fact]
    public void Then_EveryOverload_AllocatesNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask<int> task = source.PooledTask
            .Then(static () => { })
            .Then(static () => default(PooledValueTask))
            .Then("state", static _ => { })
            .Then("state", static _ => default(PooledValueTask))
            .Then(static () => 1)
            .Then(static _ => { })
            .Then(static () => new PooledValueTask<int>(2))
            .Then(static n => default(PooledValueTask))
            .Then("state", static _ => 3)
            .Then("state", static (_, _) => { })
            .Then("state", static _ => new PooledValueTask<int>(4))
            .Then("state", static (_, _) => default(PooledValueTask))
            .Then(static () => 5)
            .Then(static n => n + 1)
            .Then(static n => new PooledValueTask<int>(n + 1))
            .Then("state", static (n, _) => n + 1)
            .Then("state", static (n, _) => new PooledValueTask<int>(n + 1));
        source.SetResult();
        Expect(9, task.GetAwaiter().GetResult());
    });

    [Fact]
    public void Context_WithAsyncLocalValues_AllocatesNothing() => AssertNothing(
        static () => Complete(1, static source => Awaiting.Pass(source.PooledTask)),
        static () => s_local.Value = 1);

    [Fact]
    public void SynchronizationContext_Posted_AllocatesNothing() => AssertNothing(
        static () =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> task = Awaiting.Pass(source.PooledTask);
            source.SetResult(1);
            ((OneSlotContext)SynchronizationContext.Current!).Run();
            Expect(1, task.GetAwaiter().GetResult());
        },
        static () => SynchronizationContext.SetSynchronizationContext(new OneSlotContext()));

    [Fact]
    public void ForeignAwaiter_WarmBox_AllocatesNothing() => AssertNothing(static () =>
    {
        Slot slot = Slot.Instance;
        PooledValueTask<int> task = Await(slot);
        slot.Continue();
        Expect(1, task.GetAwaiter().GetResult());

        static async PooledValueTask<int> Await(Slot slot)
        {
            await slot;
            await default(PooledValueTask);
            return 1;
        }
    });

    [Fact]
    public void FrameworkTask_Pending_AllocatesNothingOfItsOwn() => Watchdog.Run(static () =>
    {
        // The Task that is awaited is the framework's; 72 bytes of it and of its source are its price in .NET 10.
        double ofTheSource = Bytes.PerUse(static () => new TaskCompletionSource<int>().SetResult(1000));
        Assert.Equal(ofTheSource, Bytes.PerUse(static () =>
        {
            TaskCompletionSource<int> source = new();
            PooledValueTask<int> task = Await(source.Task);
            source.SetResult(1000);
            Expect(1000, task.GetAwaiter().GetResult());
        }));

        static async PooledValueTask<int> Await(Task<int> task) => await task;
    });

    [Fact]
    public void PooledTask_NotSuspended_AllocatesWhatTaskFromResultDoes()
    {
        AssertNothing(static () => NoResult().AsTask().GetAwaiter().GetResult());
        AssertNothing(static () => WithResult(1).AsTask().GetAwaiter().GetResult());

        static async PooledTask NoResult() => await default(ValueTask);

        static async PooledTask<int> WithResult(int value) => await new ValueTask<int>(value);
    }

    [Fact]
    public void PooledTask_Suspended_AllocatesTheTaskAlone() => Watchdog.Run(static () =>
    {
        Assert.Equal(72, Bytes.PerUse(static () =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledTask<int> task = WithResult(source.PooledTask);
            source.SetResult(1000);
            Expect(1000, task.AsTask().Result);
        }));
        Assert.Equal(72, Bytes.PerUse(static () =>
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            PooledTask task = WithoutResult(source.PooledTask);
            source.SetResult();
            task.AsTask().GetAwaiter().GetResult();
        }));

        static async PooledTask<int> WithResult(PooledValueTask<int> task) => await task;

        static async PooledTask WithoutResult(PooledValueTask task) => await task;
    });

    /// <summary>Starts something with a source, completes that, and takes the result.</summary>
    private static void Complete<T>(T value, Func<PooledValueTaskSource<T>, PooledValueTask<T>> start)
    {
        PooledValueTaskSource<T> source = PooledValueTaskSource<T>.Create();
        PooledValueTask<T> task = start(source);
        source.SetResult(value);
        Expect(value, task.GetAwaiter().GetResult());
    }

    private static void Complete(Func<PooledValueTaskSource, PooledValueTask> start)
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask task = start(source);
        source.SetResult();
        task.GetAwaiter().GetResult();
    }

    private static void AssertNothing(Action use, Action? prepare = null) => Watchdog.Run(() =>
    {
        prepare?.Invoke();
        Assert.Equal(0, Bytes.PerUse(use));
    });

    private static void Expect<T>(T expected, T actual)
    {
        // Not Assert: it allocates.
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            throw new InvalidOperationException($"{expected} was {actual}");
        }
    }

    private static async PooledValueTask Sync() => await default(PooledValueTask);

    private static async PooledValueTask<T> SyncWithResult<T>(T value) => await new PooledValueTask<T>(value);

    private static async PooledValueTask PassConfigured(PooledValueTask task) => await task.ConfigureAwait(false);

    private static async PooledValueTask<T> PassConfigured<T>(PooledValueTask<T> task) => await task.ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<T> PassAttributed<T>(ValueTask<T> task) => await task;
}
