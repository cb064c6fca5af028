using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>Extension methods for the framework's <see cref="ValueTask"/>: conversion to a pooled task, and <c>WaitAsync</c>.</summary>
/// <example>
/// <code>
/// PooledValueTask&lt;int&gt; read = stream.ReadAsync(buffer).AsPooledValueTask();
/// int count = await read.WaitAsync(TimeSpan.FromSeconds(5));
/// </code>
/// </example>
public static partial class ValueTaskExtensions
{
    /// <summary>Turns a <see cref="ValueTask"/> into a <see cref="PooledValueTask"/>.</summary>
    /// <param name="task">The task. This call consumes it: await the returned task instead.</param>
    /// <returns>
    /// A completed task without an operation if <paramref name="task"/> has completed successfully; otherwise a task of a pooled
    /// operation, which completes as <paramref name="task"/> does.
    /// </returns>
    /// <remarks>
    /// Allocates nothing, unless a pending Task is behind the ValueTask, which takes 48 B to notify the pooled operation. The error of a
    /// <paramref name="task"/> that can't be awaited becomes the returned task's error.
    /// </remarks>
    public static PooledValueTask AsPooledValueTask(this ValueTask task) => Adapter.Adapt(task);

    /// <summary>Turns a <see cref="ValueTask{TResult}"/> into a <see cref="PooledValueTask{T}"/>.</summary>
    /// <inheritdoc cref="AsPooledValueTask(ValueTask)"/>
    /// <typeparam name="T">The result.</typeparam>
    public static PooledValueTask<T> AsPooledValueTask<T>(this ValueTask<T> task) => Adapter.Adapt(task);
}
