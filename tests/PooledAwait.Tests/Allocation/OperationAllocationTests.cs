namespace PooledAwait.Tests.Allocation;

/// <summary>Nothing is allocated, to the byte, by operations that begin and end on one thread.</summary>
[Trait(FlowMode.Needs, FlowMode.Pooling)]
public class OperationAllocationTests
{
    private static readonly AsyncLocal<int> s_local = new();

    [Fact]
    public void MethodThatNeverSuspends_AllocatesNothing() => AssertNothing(static () =>
    {
        Sync().GetAwaiter().GetResult();
        Expect(1, SyncWithResult(1).GetAwaiter().GetResult());
        Expect(new Large(1, 2, 3, 4), SyncWithResult(new Large(1, 2, 3, 4)).GetAwaiter().GetResult());
        Expect("text", SyncWithResult("text").GetAwaiter().GetResult());
    });

    [Fact]
    public void Source_SetAndTaken_AllocatesNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        source.SetResult();
        source.Task.GetAwaiter().GetResult();
        PooledValueTaskSource<Large> withResult = PooledValueTaskSource<Large>.Create();
        withResult.SetResult(default);
        withResult.PooledTask.GetAwaiter().GetResult();
    });

    [Fact]
    public void PendingMethod_OnASource_AllocatesNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask task = Pass(source.PooledTask);
        source.SetResult();
        task.GetAwaiter().GetResult();
    });

    [Fact]
    public void PendingMethodWithResult_OnASource_AllocatesNothing()
    {
        AssertNothing(static () => Run(1));
        AssertNothing(static () => Run("text"));
        AssertNothing(static () => Run(new Large(1, 2, 3, 4)));
        AssertNothing(static () => Run(("text", 1)));

        static void Run<T>(T value)
        {
            PooledValueTaskSource<T> source = PooledValueTaskSource<T>.Create();
            PooledValueTask<T> task = Pass(source.PooledTask);
            source.SetResult(value);
            Expect(value, task.GetAwaiter().GetResult());
        }
    }

    [Fact]
    public void PendingMethod_OnASourcesValueTask_AllocatesNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = PassValueTask(source.Task);
        source.SetResult(1);
        Expect(1, task.GetAwaiter().GetResult());

        PooledValueTaskSource withoutResult = PooledValueTaskSource.Create();
        PooledValueTask taskWithoutResult = PassValueTask(withoutResult.Task);
        withoutResult.SetResult();
        taskWithoutResult.GetAwaiter().GetResult();
    });

    [Fact]
    public void PendingMethods_SevenNested_AllocateNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource<Large> first = PooledValueTaskSource<Large>.Create();
        PooledValueTaskSource<object> second = PooledValueTaskSource<object>.Create();
        PooledValueTask task = Execute(first, second);
        second.SetResult("second");
        first.SetResult(new Large(1, 0, 0, 0));
        task.GetAwaiter().GetResult();

        static async PooledValueTask Execute(PooledValueTaskSource<Large> first, PooledValueTaskSource<object> second)
        {
            Expect(1L, (await Outer(first.PooledTask, second.PooledTask)).A);
            await Pass(default(PooledValueTask));
        }

        static async PooledValueTask<Large> Outer(PooledValueTask<Large> first, PooledValueTask<object> second)
        {
            PooledValueTask<object> later = Pass(Pass(second));
            Large result = await Pass(Pass(first));
            Expect<object>("second", await later);
            return result;
        }
    });

    [Fact]
    public void ConfigureAwait_AllocatesNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = Configured(source.PooledTask);
        source.SetResult(1);
        Expect(1, task.GetAwaiter().GetResult());

        PooledValueTaskSource withoutResult = PooledValueTaskSource.Create();
        PooledValueTask taskWithoutResult = ConfiguredWithoutResult(withoutResult.PooledTask);
        withoutResult.SetResult();
        taskWithoutResult.GetAwaiter().GetResult();

        static async PooledValueTask<int> Configured(PooledValueTask<int> task) => await task.ConfigureAwait(false);

        static async PooledValueTask ConfiguredWithoutResult(PooledValueTask task) => await task.ConfigureAwait(false);
    });

    [Fact]
    public void Forget_PendingAndCompleted_AllocatesNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        Pass(source.PooledTask).Forget();
        source.SetResult();

        PooledValueTaskSource<int> withResult = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = Pass(withResult.PooledTask);
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
        static () =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> task = Pass(source.PooledTask);
            source.SetResult(1);
            Expect(1, task.GetAwaiter().GetResult());
        },
        static () => s_local.Value = 1);

    [Fact]
    public void Context_SuppressedAtTheAwait_AllocatesNothing() => AssertNothing(static () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        AsyncFlowControl flow = ExecutionContext.SuppressFlow();
        PooledValueTask<int> task = Pass(source.PooledTask);
        flow.Undo();
        source.SetResult(1);
        Expect(1, task.GetAwaiter().GetResult());
    });

    [Fact]
    public void SynchronizationContext_Posted_AllocatesNothing() => AssertNothing(
        static () =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> task = Pass(source.PooledTask);
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
    public void FrameworkTask_Pending_AllocatesNothingOfItsOwn()
    {
        // The Task that is awaited is the framework's; 72 bytes of it and of its source are its price in .NET 10.
        double own = 0;
        double source = 0;
        Watchdog.Run(() =>
        {
            source = Bytes.PerUse(static () => new TaskCompletionSource<int>().SetResult(1000));
            own = Bytes.PerUse(static () =>
            {
                TaskCompletionSource<int> source = new();
                PooledValueTask<int> task = Await(source.Task);
                source.SetResult(1000);
                Expect(1000, task.GetAwaiter().GetResult());
            });
        });
        Assert.Equal(source, own);

        static async PooledValueTask<int> Await(Task<int> task) => await task;
    }

    [Fact]
    public void PooledTask_NotSuspended_AllocatesWhatTaskFromResultDoes()
    {
        AssertNothing(static () => NoResult().AsTask().GetAwaiter().GetResult());
        AssertNothing(static () => WithResult(1).AsTask().GetAwaiter().GetResult());

        static async PooledTask NoResult() => await default(ValueTask);

        static async PooledTask<int> WithResult(int value) => await new ValueTask<int>(value);
    }

    [Fact]
    public void PooledTask_Suspended_AllocatesTheTaskAlone()
    {
        Watchdog.Run(() =>
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
        });

        static async PooledTask<int> WithResult(PooledValueTask<int> task) => await task;

        static async PooledTask WithoutResult(PooledValueTask task) => await task;
    }

    private static void AssertNothing(Action use, Action? prepare = null)
    {
        double bytes = double.NaN;
        Watchdog.Run(() =>
        {
            prepare?.Invoke();
            bytes = Bytes.PerUse(use);
        });
        Assert.Equal(0, bytes);
    }

    private static void Expect<T>(T expected, T actual)
    {
        // Not Assert: it allocates.
        if (!System.Collections.Generic.EqualityComparer<T>.Default.Equals(expected, actual))
        {
            throw new InvalidOperationException($"{expected} was {actual}");
        }
    }

    private static async PooledValueTask Sync() => await default(PooledValueTask);

    private static async PooledValueTask<T> SyncWithResult<T>(T value) => await new PooledValueTask<T>(value);

    private static async PooledValueTask Pass(PooledValueTask task) => await task;

    private static async PooledValueTask<T> Pass<T>(PooledValueTask<T> task) => await task;

    private static async PooledValueTask PassValueTask(ValueTask task) => await task;

    private static async PooledValueTask<T> PassValueTask<T>(ValueTask<T> task) => await task;
}
