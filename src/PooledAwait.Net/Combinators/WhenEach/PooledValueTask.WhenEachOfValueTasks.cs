using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>Taking ValueTasks in the order in which they complete.</content>
public readonly partial struct PooledValueTask
{
    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static CompletionSequence<Completion<T>> WhenEach<T>(params ReadOnlySpan<ValueTask<T>> tasks) =>
        CompletionQueue<T, Completion<T>>.Run(tasks);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static CompletionSequence<Completion<T>> WhenEach<T>(IReadOnlyList<ValueTask<T>> tasks)
    {
        using ListSpan<ValueTask<T>> span = new(tasks);
        return CompletionQueue<T, Completion<T>>.Run(span.Span);
    }

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static CompletionSequence<Completion> WhenEach(params ReadOnlySpan<ValueTask> tasks) =>
        CompletionQueue<VoidResult, Completion>.Run(tasks);

    /// <inheritdoc cref="WhenEach{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static CompletionSequence<Completion> WhenEach(IReadOnlyList<ValueTask> tasks)
    {
        using ListSpan<ValueTask> span = new(tasks);
        return CompletionQueue<VoidResult, Completion>.Run(span.Span);
    }
}
