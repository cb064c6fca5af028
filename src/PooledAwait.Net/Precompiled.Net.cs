using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>What a ReadyToRun compiler compiles for the most frequent results. It compiles generic code of this library for the types that
/// the library itself names, and not for those of other assemblies. Nothing of this runs.</summary>
internal static class Precompiled
{
    /// <summary>A visible method calls this: of an assembly without friends, that compiler compiles what visible methods reach.</summary>
    internal static void Reach(object value)
    {
        if (value is Precompilation)
        {
            All();
        }
    }

    /// <summary>One for all classes; and the structs that most methods return.</summary>
    private static void All()
    {
        Of<object>();
        Of<bool>();
        Of<int>();
        Of<long>();
        Of<Guid>();
        Of<VoidResult>();
    }

    [MethodImpl(MethodImplOptions.NoOptimization)] // calls stay calls, so that each callee is compiled for unoptimized callers
    private static void Of<T>()
    {
        PooledValueTaskSource<T> source = PooledValueTaskSource<T>.Create();
        source.SetResult(default!);
        source.TrySetResult(default!);
        source.TrySetException(null!);
        source.SetException(null!);
        source.TrySetCanceled();
        Forget(source.Task);

        PooledValueTask<T> task = source.PooledTask;
        task.Forget();
        PooledValueTaskAwaiter<T> awaiter = task.GetAwaiter();
        _ = awaiter.IsCompleted;
        awaiter.GetResult();
        awaiter.UnsafeOnCompleted(null!);
        awaiter = task.ConfigureAwait(false).GetAwaiter();

        PooledValueTaskMethodBuilder<T> builder = PooledValueTaskMethodBuilder<T>.Create();
        builder.SetResult(default!);
        builder.SetException(null!);
        _ = builder.Task;

        PooledAsyncValueTaskMethodBuilder<T> attribute = PooledAsyncValueTaskMethodBuilder<T>.Create();
        attribute.SetResult(default!);
        attribute.SetException(null!);
        Forget(attribute.Task);

        new Box<T>().Run(null!);
    }

    private static void Forget<T>(ValueTask<T> task) => _ = task.IsCompleted;

    /// <summary>Has no instance, which the compiler doesn't know.</summary>
    private sealed class Precompilation;

    /// <summary>Calls what a box of a user's state machine calls.</summary>
    private sealed class Box<T> : MethodBox<T>
    {
        [MethodImpl(MethodImplOptions.NoOptimization)] // as above
        internal Box()
            : base(OperationPool.None)
        {
        }

        [MethodImpl(MethodImplOptions.NoOptimization)] // as above
        internal void Run(ThreadState thread)
        {
            _ = ExecutionContextFlow.IsEnabled;
            _ = OperationPool.None.TryRent(ThreadState.Current);
            TryRent(OperationPool.None, thread);
            Begin(thread);
            CaptureContext(thread);
            _ = thread.SynchronizationContext;
            Awaiters.Register(this, 0, this, Awaiters.SchedulingContextFor(0, thread));
            BeginRun(thread.TrampolineId);
            TryTakeEnded(thread.TrampolineId);
            ValueTaskAwaiter<T> awaiter = default;
            Await(ref awaiter);
            AwaitForeign(ref awaiter, ThreadState.Current);
            Arm();
            IsResumedBy(null!);
            SetResult(default!, 0);
            Release();
        }
    }
}
