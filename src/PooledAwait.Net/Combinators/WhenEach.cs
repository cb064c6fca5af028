namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <summary>The tasks' outcomes in the order of their completion: <c>await foreach (var completion in WhenEach(tasks))</c>.</summary>
    /// <remarks>The call consumes all tasks, whether the sequence is enumerated or not. If the enumeration ends early, the remaining tasks
    /// are consumed in the background, and their errors are reported as unobserved. A task that is passed twice, or that is awaited or
    /// consumed elsewhere, counts as failed with an <see cref="InvalidOperationException"/>.</remarks>
    /// <param name="tasks">The tasks, which are copied; may be empty.</param>
    /// <returns>A sequence that can be enumerated once.</returns>
    public static CompletionSequence<Completion<T>> WhenEach<T>(params ReadOnlySpan<PooledValueTask<T>> tasks) =>
        CompletionQueue<T, Completion<T>>.Run<PooledValueTask<T>, PooledInput<T>>(tasks);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static CompletionSequence<Completion<T>> WhenEach<T>(IReadOnlyList<PooledValueTask<T>> tasks) => ListSpan.Pass(tasks, WhenEach);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static CompletionSequence<Completion> WhenEach(params ReadOnlySpan<PooledValueTask> tasks) =>
        CompletionQueue<VoidResult, Completion>.Run<PooledValueTask, PooledInput>(tasks);

    /// <inheritdoc cref="WhenEach{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static CompletionSequence<Completion> WhenEach(IReadOnlyList<PooledValueTask> tasks) => ListSpan.Pass(tasks, WhenEach);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static CompletionSequence<Completion<T>> WhenEach<T>(params ReadOnlySpan<ValueTask<T>> tasks) =>
        CompletionQueue<T, Completion<T>>.Run<ValueTask<T>, ValueTaskInput<T>>(tasks);

    /// <inheritdoc cref="WhenEach{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static CompletionSequence<Completion<T>> WhenEach<T>(IReadOnlyList<ValueTask<T>> tasks) => ListSpan.Pass(tasks, WhenEach);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static CompletionSequence<Completion> WhenEach(params ReadOnlySpan<ValueTask> tasks) =>
        CompletionQueue<VoidResult, Completion>.Run<ValueTask, ValueTaskInput>(tasks);

    /// <inheritdoc cref="WhenEach{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static CompletionSequence<Completion> WhenEach(IReadOnlyList<ValueTask> tasks) => ListSpan.Pass(tasks, WhenEach);
}
