namespace PooledAwait;

/// <summary>Extension methods for the framework's <see cref="ValueTask"/>: conversion to a pooled task, and <c>WaitAsync</c>.</summary>
/// <example><code>
/// PooledValueTask&lt;int&gt; read = stream.ReadAsync(buffer).AsPooledValueTask();
/// int count = await read.WaitAsync(TimeSpan.FromSeconds(5));
/// </code></example>
public static partial class ValueTaskExtensions
{
    /// <summary>Turns a <see cref="ValueTask"/> into a <see cref="PooledValueTask"/>.</summary>
    /// <param name="task">The task. This call consumes it: await the returned task instead.</param>
    /// <returns>An already completed task if <paramref name="task"/> has completed successfully (nothing is pooled); otherwise a task of a
    /// pooled operation, which completes as <paramref name="task"/> does.</returns>
    /// <remarks>Allocates nothing on .NET. On Mono a pending Task behind the ValueTask costs 48 B. The error of a
    /// <paramref name="task"/> that can't be awaited becomes the returned task's error.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // so that one that is complete costs a test
    public static PooledValueTask AsPooledValueTask(this ValueTask task) =>
        ValueTaskContent.IsValue(ref task) ? default : Adapter.Adapt(task);

    /// <summary>Turns a <see cref="ValueTask{TResult}"/> into a <see cref="PooledValueTask{T}"/>.</summary>
    /// <inheritdoc cref="AsPooledValueTask(ValueTask)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public static PooledValueTask<T> AsPooledValueTask<T>(this ValueTask<T> task) =>
        ValueTaskContent.IsValue(ref task) ? new PooledValueTask<T>(task.Result) : Adapter.Adapt(task);
}
