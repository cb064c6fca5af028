namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <summary>Completes when all the tasks have.</summary>
    /// <remarks>The outcome is that of Task.WhenAll: if any task fails, this fails with all the errors, in the order of the tasks:
    /// <c>await</c> throws the first, <see cref="WithAggregateException"/> all. If none fails and any is canceled, this is canceled, with
    /// the first one's exception. A task that is passed twice, or that is awaited or consumed elsewhere, counts as a failure: an
    /// <see cref="InvalidOperationException"/>, which precedes all others. Each task is consumed once, also when another fails.</remarks>
    /// <param name="tasks">The tasks, which are copied; may be empty.</param>
    public static PooledValueTask WhenAll(params ReadOnlySpan<PooledValueTask> tasks) =>
        WithoutResult(WhenAllOperation<VoidResult, VoidResult>.Run<PooledValueTask, PooledInput>(tasks, default, default));

    /// <inheritdoc cref="WhenAll(ReadOnlySpan{PooledValueTask})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask WhenAll(IReadOnlyList<PooledValueTask> tasks) => ListSpan.Pass(tasks, WhenAll);

    /// <summary>Completes when all the tasks have, with an array of their results in the order of the tasks.</summary>
    /// <remarks><inheritdoc cref="WhenAll(ReadOnlySpan{PooledValueTask})" path="/remarks/node()"/></remarks>
    /// <param name="tasks">The tasks, which are copied; may be empty.</param>
    public static PooledValueTask<T[]> WhenAll<T>(ReadOnlySpan<PooledValueTask<T>> tasks)
    {
        T[] results = tasks.IsEmpty ? [] : new T[tasks.Length];
        return WhenAllOperation<T, T[]>.Run<PooledValueTask<T>, PooledInput<T>>(tasks, results, results);
    }

    /// <inheritdoc cref="WhenAll{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<T[]> WhenAll<T>(IReadOnlyList<PooledValueTask<T>> tasks) => ListSpan.Pass(tasks, WhenAll);

    /// <summary>Completes when all the tasks have, with their results in the caller's memory. Allocates nothing.</summary>
    /// <remarks><inheritdoc cref="WhenAll(ReadOnlySpan{PooledValueTask})" path="/remarks/node()"/> The memory is written to until the
    /// returned task is complete. If tasks fail, the results of the others are written nevertheless.</remarks>
    /// <param name="tasks">The tasks, which are copied; may be empty.</param>
    /// <param name="results">Receives the results in the order of the tasks; at least as long as the list of tasks.</param>
    /// <exception cref="ArgumentException">The memory is too short; no task is consumed.</exception>
    public static PooledValueTask WhenAll<T>(ReadOnlySpan<PooledValueTask<T>> tasks, Memory<T> results) =>
        WithoutResult(WhenAllOperation<T, VoidResult>.Run<PooledValueTask<T>, PooledInput<T>>(tasks, results, default));

    /// <inheritdoc cref="WhenAll{T}(ReadOnlySpan{PooledValueTask{T}}, Memory{T})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask WhenAll<T>(IReadOnlyList<PooledValueTask<T>> tasks, Memory<T> results) =>
        ListSpan.Pass(tasks, results, WhenAll);

    /// <inheritdoc cref="WhenAll(ReadOnlySpan{PooledValueTask})"/>
    public static PooledValueTask WhenAll(params ReadOnlySpan<ValueTask> tasks) =>
        WithoutResult(WhenAllOperation<VoidResult, VoidResult>.Run<ValueTask, ValueTaskInput>(tasks, default, default));

    /// <inheritdoc cref="WhenAll(IReadOnlyList{PooledValueTask})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask WhenAll(IReadOnlyList<ValueTask> tasks) => ListSpan.Pass(tasks, WhenAll);

    /// <inheritdoc cref="WhenAll{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<T[]> WhenAll<T>(ReadOnlySpan<ValueTask<T>> tasks)
    {
        T[] results = tasks.IsEmpty ? [] : new T[tasks.Length];
        return WhenAllOperation<T, T[]>.Run<ValueTask<T>, ValueTaskInput<T>>(tasks, results, results);
    }

    /// <inheritdoc cref="WhenAll{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<T[]> WhenAll<T>(IReadOnlyList<ValueTask<T>> tasks) => ListSpan.Pass(tasks, WhenAll);

    /// <inheritdoc cref="WhenAll{T}(ReadOnlySpan{PooledValueTask{T}}, Memory{T})"/>
    public static PooledValueTask WhenAll<T>(ReadOnlySpan<ValueTask<T>> tasks, Memory<T> results) =>
        WithoutResult(WhenAllOperation<T, VoidResult>.Run<ValueTask<T>, ValueTaskInput<T>>(tasks, results, default));

    /// <inheritdoc cref="WhenAll{T}(IReadOnlyList{PooledValueTask{T}}, Memory{T})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask WhenAll<T>(IReadOnlyList<ValueTask<T>> tasks, Memory<T> results) =>
        ListSpan.Pass(tasks, results, WhenAll);
}
