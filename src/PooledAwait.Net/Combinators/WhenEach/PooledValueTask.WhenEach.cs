using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>Taking tasks in the order in which they complete.</content>
public readonly partial struct PooledValueTask
{
    /// <summary>
    /// The tasks' outcomes in the order in which they complete:
    /// <c>await foreach (var completion in PooledValueTask.WhenEach(tasks))</c>.
    /// </summary>
    /// <remarks>
    /// The call consumes all tasks, whether the sequence is enumerated or not. If the enumeration ends early, the remaining tasks are
    /// consumed in the background, and their errors are reported as unobserved. A task that is passed twice, or that is awaited or consumed
    /// elsewhere, counts as failed with an <see cref="InvalidOperationException"/>.
    /// </remarks>
    /// <param name="tasks">The tasks, copied; none is fine.</param>
    /// <typeparam name="T">The tasks' result.</typeparam>
    /// <returns>A sequence that can be enumerated once.</returns>
    public static CompletionSequence<Completion<T>> WhenEach<T>(params ReadOnlySpan<PooledValueTask<T>> tasks) =>
        CompletionQueue<T, Completion<T>>.Run<PooledValueTask<T>, PooledInput<T>>(tasks);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static CompletionSequence<Completion<T>> WhenEach<T>(IReadOnlyList<PooledValueTask<T>> tasks)
    {
        using ListSpan<PooledValueTask<T>> span = new(tasks);
        return WhenEach(span.Span);
    }

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static CompletionSequence<Completion> WhenEach(params ReadOnlySpan<PooledValueTask> tasks) =>
        CompletionQueue<VoidResult, Completion>.Run<PooledValueTask, PooledInput>(tasks);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static CompletionSequence<Completion> WhenEach(IReadOnlyList<PooledValueTask> tasks)
    {
        using ListSpan<PooledValueTask> span = new(tasks);
        return WhenEach(span.Span);
    }

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static CompletionSequence<Completion<T>> WhenEach<T>(params ReadOnlySpan<ValueTask<T>> tasks) =>
        CompletionQueue<T, Completion<T>>.Run<ValueTask<T>, ValueTaskInput<T>>(tasks);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static CompletionSequence<Completion<T>> WhenEach<T>(IReadOnlyList<ValueTask<T>> tasks)
    {
        using ListSpan<ValueTask<T>> span = new(tasks);
        return WhenEach(span.Span);
    }

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static CompletionSequence<Completion> WhenEach(params ReadOnlySpan<ValueTask> tasks) =>
        CompletionQueue<VoidResult, Completion>.Run<ValueTask, ValueTaskInput>(tasks);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static CompletionSequence<Completion> WhenEach(IReadOnlyList<ValueTask> tasks)
    {
        using ListSpan<ValueTask> span = new(tasks);
        return WhenEach(span.Span);
    }
}
