namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WithoutThrowing"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public CompletionAwaiter WithoutThrowing() => new(new(WithVoidResult, continueOnCapturedContext: true));
}

public readonly partial record struct PooledValueTask<T>
{
    /// <summary>Awaits this task so that a failure is returned as an outcome, not thrown: <c>await task.WithoutThrowing()</c>.</summary>
    /// <remarks>Consumes the task. The await allocates nothing, and takes the time of a success. An error counts as observed. A timeout or
    /// a cancellation by a token creates its exception when <see cref="Completion{T}.Exception"/> or <see cref="Completion{T}.Result"/>
    /// asks for it, each time a new one. <see cref="Completion{T}.Index"/> is 0. May be awaited in any async method.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public CompletionAwaiter<T> WithoutThrowing() => new(new(this, continueOnCapturedContext: true));
}

public readonly partial record struct PooledTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WithoutThrowing"/>
    public CompletionAwaiter WithoutThrowing() => new ValueTask(AsTask()).WithoutThrowing();
}

public readonly partial record struct PooledTask<T>
{
    /// <inheritdoc cref="PooledValueTask{T}.WithoutThrowing"/>
    public CompletionAwaiter<T> WithoutThrowing() => new ValueTask<T>(AsTask()).WithoutThrowing();
}

public static partial class ValueTaskExtensions
{
    /// <inheritdoc cref="WithoutThrowing{T}(ValueTask{T})"/>
    public static CompletionAwaiter WithoutThrowing(this ValueTask task) =>
        new(new(task.AsPooledValueTask().WithVoidResult, continueOnCapturedContext: true));

    /// <summary>Awaits a task so that a failure is returned as an outcome, not thrown: <c>await task.WithoutThrowing()</c>.</summary>
    /// <remarks>Allocates nothing and throws nothing where an operation of this library is behind the ValueTask: a source's <c>Task</c>, or
    /// an <c>async ValueTask</c> method with a builder of this library. Nor does a Task throw. Others are thrown and caught
    /// inside.</remarks>
    /// <param name="task">The task; consumed by this.</param>
    public static CompletionAwaiter<T> WithoutThrowing<T>(this ValueTask<T> task) =>
        new(new(task.AsPooledValueTask(), continueOnCapturedContext: true));
}
