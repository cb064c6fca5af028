using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>Waiting for any number of ValueTasks of one type.</content>
public readonly partial struct PooledValueTask
{
    /// <inheritdoc cref="WhenAll(ReadOnlySpan{PooledValueTask})"/>
    public static PooledValueTask WhenAll(params ReadOnlySpan<ValueTask> tasks) =>
        WithoutResult(WhenAllOfMany<VoidResult, VoidResult>.Run(tasks));

    /// <inheritdoc cref="WhenAll(ReadOnlySpan{PooledValueTask})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static PooledValueTask WhenAll(IReadOnlyList<ValueTask> tasks)
    {
        using ListSpan<ValueTask> span = new(tasks);
        return WithoutResult(WhenAllOfMany<VoidResult, VoidResult>.Run(span.Span));
    }

    /// <inheritdoc cref="WhenAll{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<T[]> WhenAll<T>(ReadOnlySpan<ValueTask<T>> tasks)
    {
        T[] results = tasks.IsEmpty ? [] : new T[tasks.Length];
        return WhenAllOfMany<T, T[]>.Run(tasks, results, results);
    }

    /// <inheritdoc cref="WhenAll{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static PooledValueTask<T[]> WhenAll<T>(IReadOnlyList<ValueTask<T>> tasks)
    {
        using ListSpan<ValueTask<T>> span = new(tasks);
        return WhenAll(span.Span);
    }

    /// <inheritdoc cref="WhenAll{T}(ReadOnlySpan{PooledValueTask{T}}, Memory{T})"/>
    public static PooledValueTask WhenAll<T>(ReadOnlySpan<ValueTask<T>> tasks, Memory<T> results)
    {
        if (results.Length < tasks.Length)
        {
            throw Failures.TooFewResults(nameof(results));
        }

        return WithoutResult(WhenAllOfMany<T, VoidResult>.Run(tasks, results, default));
    }

    /// <inheritdoc cref="WhenAll{T}(ReadOnlySpan{PooledValueTask{T}}, Memory{T})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array is a span first
    public static PooledValueTask WhenAll<T>(IReadOnlyList<ValueTask<T>> tasks, Memory<T> results)
    {
        using ListSpan<ValueTask<T>> span = new(tasks);
        return WhenAll(span.Span, results);
    }
}
