namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <summary>Completes with the outcome of the first task that completes.</summary>
    /// <remarks>As with Task.WhenAny, an error or a cancellation belongs to the winner: reading its result throws, and <c>await</c> does
    /// not. The call consumes all tasks. The others are consumed in the background: results are dropped, and errors are reported as
    /// unobserved. A task that is passed twice, or that is awaited or consumed elsewhere, makes this fail with an
    /// <see cref="InvalidOperationException"/>. If several are complete from the start, the first in order wins. A ValueTask over a
    /// long-lived Task keeps one small object for each call until it completes, as every await of it does.</remarks>
    /// <param name="tasks">The tasks, copied; at least one.</param>
    /// <exception cref="ArgumentException">There is no task.</exception>
    public static PooledValueTask<Completion<T>> WhenAny<T>(params ReadOnlySpan<PooledValueTask<T>> tasks) =>
        WhenAnyOperation<T, Completion<T>>.Run<PooledValueTask<T>, PooledInput<T>>(tasks);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<Completion<T>> WhenAny<T>(IReadOnlyList<PooledValueTask<T>> tasks) => ListSpan.Pass(tasks, WhenAny);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<Completion> WhenAny(params ReadOnlySpan<PooledValueTask> tasks) =>
        WhenAnyOperation<VoidResult, Completion>.Run<PooledValueTask, PooledInput>(tasks);

    /// <inheritdoc cref="WhenAny{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<Completion> WhenAny(IReadOnlyList<PooledValueTask> tasks) => ListSpan.Pass(tasks, WhenAny);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<Completion<T>> WhenAny<T>(params ReadOnlySpan<ValueTask<T>> tasks) =>
        WhenAnyOperation<T, Completion<T>>.Run<ValueTask<T>, ValueTaskInput<T>>(tasks);

    /// <inheritdoc cref="WhenAny{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<Completion<T>> WhenAny<T>(IReadOnlyList<ValueTask<T>> tasks) => ListSpan.Pass(tasks, WhenAny);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<Completion> WhenAny(params ReadOnlySpan<ValueTask> tasks) =>
        WhenAnyOperation<VoidResult, Completion>.Run<ValueTask, ValueTaskInput>(tasks);

    /// <inheritdoc cref="WhenAny{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<Completion> WhenAny(IReadOnlyList<ValueTask> tasks) => ListSpan.Pass(tasks, WhenAny);
}
