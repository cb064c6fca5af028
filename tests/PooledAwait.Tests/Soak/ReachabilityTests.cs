namespace PooledAwait.Tests.Soak;

/// <summary>A pooled object keeps nothing of its last use alive.</summary>
public class ReachabilityTests
{
    private static readonly AsyncLocal<object?> s_local = new();

    /// <summary>Uses, and what each must not keep alive.</summary>
    private static readonly Dictionary<string, Func<object>> s_uses = new()
    {
        ["result inside a struct"] = static () =>
        {
            PooledValueTaskSource<(int, object)> source = PooledValueTaskSource<(int, object)>.Create();
            PooledValueTask<(int, object)> task = Awaiting.Pass(source.PooledTask);
            source.SetResult((1, new object()));
            return task.GetAwaiter().GetResult().Item2;
        },
        ["result consumed without taking it"] = static () =>
        {
            object result = new();
            PooledValueTaskSource<object> source = PooledValueTaskSource<object>.Create();
            source.SetResult(result);
            ((IValueTaskSource)source.PooledTask._operation!).GetResult(source.PooledTask._token);
            return result;
        },
        ["result forgotten"] = static () =>
        {
            object result = new();
            PooledValueTaskSource<object> before = PooledValueTaskSource<object>.Create();
            before.PooledTask.Forget();
            before.SetResult(result);
            PooledValueTaskSource<object> after = PooledValueTaskSource<object>.Create();
            after.SetResult(result);
            after.PooledTask.Forget();
            return result;
        },
        ["task that was followed"] = static () =>
        {
            TaskCompletionSource<int> source = new();
            PooledValueTask<int> task = new(source.Task);
            source.SetResult(1);
            Assert.Equal(1, task.GetAwaiter().GetResult());
            return source.Task;
        },
        ["locals of a finished PooledTask"] = static () =>
        {
            object local = new();
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            Task task = HoldInPooledTask(source.PooledTask, local).AsTask();
            source.SetResult();
            task.GetAwaiter().GetResult();
            return local;
        },
        ["result of a finished PooledTask"] = static () =>
        {
            PooledValueTaskSource<object> source = PooledValueTaskSource<object>.Create();
            Task<object> task = PassInPooledTask(source.PooledTask).AsTask();
            source.SetResult(new object());
            return task.GetAwaiter().GetResult();
        },
        ["exception thrown"] = static () =>
        {
            TestException exception = new();
            PooledValueTaskSource<object> source = PooledValueTaskSource<object>.Create();
            PooledValueTask<object> task = Awaiting.Pass(source.PooledTask);
            source.SetException(exception);
            _ = Record.Exception(() => task.GetAwaiter().GetResult());
            return exception;
        },
        ["exception thrown at once"] = static () =>
        {
            TestException exception = new();
            PooledValueTask task = Throw(exception);
            _ = Record.Exception(() => task.GetAwaiter().GetResult());
            return exception;
        },
        ["captured value of Then"] = static () =>
        {
            object state = new();
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            PooledValueTask task = source.PooledTask.Then(state, static _ => { });
            source.SetResult();
            task.GetAwaiter().GetResult();
            return state;
        },
        ["continuation called"] = static () =>
        {
            object target = new();
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            source.PooledTask.GetAwaiter().OnCompleted(() => GC.KeepAlive(target));
            source.SetResult();
            source.PooledTask.GetAwaiter().GetResult();
            return target;
        },
        ["continuation of a ValueTask source called"] = static () =>
        {
            object target = new();
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            Operation<VoidResult> operation = source.PooledTask._operation!;
            operation.OnCompleted(_ => GC.KeepAlive(target), null, operation.Token, ValueTaskSourceOnCompletedFlags.None);
            source.SetResult();
            source.PooledTask.GetAwaiter().GetResult();
            return target;
        },
        ["continuation that awaits what its antecedent started is not kept alive by the antecedent"] = static () =>
        {
            // Nobody consumes the last one, so it is not pooled, and has the result; the one before it is in its pool.
            PooledValueTaskSource antecedent = PooledValueTaskSource.Create();
            PooledValueTaskSource<object> started = PooledValueTaskSource<object>.Create();
            _ = antecedent.PooledTask.Then(started, static started => started.PooledTask).Then(static value => value);
            antecedent.SetResult();
            object result = new();
            started.SetResult(result);
            return result;
        },
        ["SynchronizationContext of an await"] = static () =>
        {
            QueueingContext context = new();
            context.Install();
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            PooledValueTask task = Hold(source.PooledTask, new object());
            source.SetResult();
            context.Run();
            SynchronizationContext.SetSynchronizationContext(null);
            task.GetAwaiter().GetResult();
            return context;
        },
        ["operation that refused a continuation"] = static () =>
        {
            PooledValueTaskSource<object> antecedent = PooledValueTaskSource<object>.Create();
            PooledValueTaskSource<object> awaitedAlready = PooledValueTaskSource<object>.Create();
            awaitedAlready.PooledTask.Forget();
            PooledValueTask<object> task = antecedent.PooledTask.Then(awaitedAlready, static (_, started) => started.PooledTask);
            antecedent.SetResult(new object());
            Assert.Throws<InvalidOperationException>(() => task.GetAwaiter().GetResult());
            return awaitedAlready.PooledTask._operation!;
        },
        ["antecedent that a continuation kept"] = static () =>
        {
            // On a context the continuation isn't handed what it awaits. That is in no pool afterwards; the continuation is.
            QueueingContext context = new();
            context.Install();
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> antecedent = Unpooled.Pass(source.PooledTask);
            PooledValueTask task = antecedent.Then(static _ => { });
            SynchronizationContext.SetSynchronizationContext(null);
            source.SetResult(1);
            context.Run();
            task.GetAwaiter().GetResult();
            return antecedent._operation!;
        },
    };

    public static TheoryData<string> Uses => [.. s_uses.Keys];

    [Theory]
    [MemberData(nameof(Uses))]
    public void Pooled_AfterAUse_KeepsNothingOfItAlive(string use) => AssertCollected(s_uses[use]);

    [Fact]
    public void Locals_OfAFinishedMethodThatNobodyHasConsumed_AreUnreachable()
    {
        Watchdog.Run(() =>
        {
            PooledValueTask task = default;
            WeakReference local = Start(ref task);
            Garbage.Collect();
            Assert.False(local.IsAlive);
            task.GetAwaiter().GetResult();
        });

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference Start(ref PooledValueTask task)
        {
            object local = new();
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            task = Hold(source.PooledTask, local);
            source.SetResult();
            return new WeakReference(local);
        }
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void Context_OfAPooledTaskWhoseLastAwaitThrew_IsUnreachable() => AssertCollected(static () =>
    {
        object value = new();
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask awaited = source.PooledTask;
        Task first = HoldInContext(awaited, value);
        Task second = HoldInContext(awaited, value);
        Assert.IsType<InvalidOperationException>(Assert.Single(second.Exception!.InnerExceptions));
        source.SetResult();
        first.GetAwaiter().GetResult();
        return value;

        static async PooledTask HoldInContext(PooledValueTask awaited, object value)
        {
            s_local.Value = value;
            await awaited;
        }
    });

    [Fact]
    public void Awaiter_Resumed_IsNotKeptAliveByWhatItAwaited() => AssertCollected(static () =>
    {
        // Nobody consumes the method, so its box is not pooled, and has the result; the source's object is pooled.
        PooledValueTaskSource<object> source = PooledValueTaskSource<object>.Create();
        _ = Awaiting.Pass(source.PooledTask);
        object result = new();
        source.SetResult(result);
        return result;
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void AsyncLocalValue_OfAnAwait_IsUnreachable() => AssertCollected(static () =>
    {
        object value = new();
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask task = Set(source.PooledTask, value);
        source.SetResult();
        task.GetAwaiter().GetResult();
        return value;

        static async PooledValueTask Set(PooledValueTask task, object value)
        {
            s_local.Value = value;
            await task;
        }
    });

    private static void AssertCollected(Func<object> use) => Watchdog.Run(() => Garbage.AssertCollected(() => [use()]));

    private static async PooledTask<T> PassInPooledTask<T>(PooledValueTask<T> task) => await task;

    private static async PooledValueTask Hold(PooledValueTask task, object local)
    {
        await task;
        GC.KeepAlive(local);
    }

    private static async PooledTask HoldInPooledTask(PooledValueTask task, object local)
    {
        await task;
        GC.KeepAlive(local);
    }

#pragma warning disable CS1998 // without await: that is the case
    private static async PooledValueTask Throw(Exception exception) => throw exception;
#pragma warning restore CS1998

    [PoolSize(0)]
    private static class Unpooled
    {
        internal static async PooledValueTask<int> Pass(PooledValueTask<int> task) => await task;
    }
}
