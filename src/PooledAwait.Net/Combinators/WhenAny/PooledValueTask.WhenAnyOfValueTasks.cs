using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>Waiting for the first of several ValueTasks.</content>
public readonly partial struct PooledValueTask
{
    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<Completion<T>> WhenAny<T>(params ReadOnlySpan<ValueTask<T>> tasks) =>
        WhenAnyOperation<T, Completion<T>>.Run(tasks);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static PooledValueTask<Completion<T>> WhenAny<T>(IReadOnlyList<ValueTask<T>> tasks)
    {
        using ListSpan<ValueTask<T>> span = new(tasks);
        return WhenAnyOperation<T, Completion<T>>.Run(span.Span);
    }

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<Completion> WhenAny(params ReadOnlySpan<ValueTask> tasks) =>
        WhenAnyOperation<VoidResult, Completion>.Run(tasks);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static PooledValueTask<Completion> WhenAny(IReadOnlyList<ValueTask> tasks)
    {
        using ListSpan<ValueTask> span = new(tasks);
        return WhenAnyOperation<VoidResult, Completion>.Run(span.Span);
    }
}
