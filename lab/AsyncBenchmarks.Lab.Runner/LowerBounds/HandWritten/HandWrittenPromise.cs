using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The rest of a method that returns a Task; only the Task waits for it.</summary>
/// <typeparam name="T">The method's result; <see cref="HandWrittenNothing"/> if there is none.</typeparam>
internal abstract class HandWrittenPromise<T> : HandWrittenRest<T>
{
    private readonly Action _resume;

    /// <summary>The framework's own: it makes a Task and nothing besides.</summary>
    private AsyncTaskMethodBuilder<T> _builder;

    protected HandWrittenPromise(int kind)
        : base(kind) => _resume = () => Run(this, awaited: null);

    /// <summary>Makes the task; before this can end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per method
    public Task<T> CreateTask() => _builder.Task;

    /// <summary>Suspends on a task.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per suspension
    public void Await<TAwaiter>(TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        CaptureContext();
        awaiter.UnsafeOnCompleted(_resume);
    }

    /// <summary>Completes the task, and runs what awaits it; this is given back before, for what that may start.</summary>
    /// <returns>Null: no operation waits for this.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per method
    protected HandWrittenOperation? End(T result, HandWrittenPool.FreeList[] lists)
    {
        AsyncTaskMethodBuilder<T> builder = _builder;
        _builder = default;
        GiveBack(lists);
        builder.SetResult(result);
        return null;
    }
}
