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

/// <remarks>A completed input gives a plain value, and an operation of the library is taken itself. A Task is followed by a
/// <see cref="TaskOperation{TResult}"/>; a source of another library is awaited by a pooled async method, which allocates nothing. An input
/// that fails or can't be awaited faults the pooled task.</remarks>
internal static class Adapter
{
    internal static PooledValueTask Adapt(Task task) =>
        task.Status == TaskStatus.RanToCompletion ? default : PooledValueTask.WithoutResult(Follow<VoidResult>(task));

    internal static PooledValueTask<T> Adapt<T>(Task<T> task) =>
        task.Status == TaskStatus.RanToCompletion ? new PooledValueTask<T>(task.Result) : Follow<T>(task);

    internal static PooledValueTask Adapt(ValueTask task) => ValueTaskContent.Of(task, out short token) switch
    {
        Operation<VoidResult> operation => new PooledValueTask(operation, token),
        Task ofTask => Adapt(ofTask),
        _ => Await(task),
    };

    internal static PooledValueTask<T> Adapt<T>(ValueTask<T> task) => ValueTaskContent.Of(task, out short token) switch
    {
        Operation<T> operation => new PooledValueTask<T>(operation, default!, token),
        Task<T> ofTask => Adapt(ofTask),
        _ => Await(task),
    };

    /// <summary>Converts to the Task that a pooled task follows, if that is pending; to a new one otherwise.</summary>
    internal static Task ToTask(in PooledValueTask task) => task._operation switch
    {
        TaskOperation<VoidResult> ofTask when ofTask.TryTakeTask(task._token) is { } followed => followed,
        { } operation when MayHaveSeveralErrors(operation) => PooledValueTask.AsTaskWithAllErrors(task.WithVoidResult),
        _ => task.AsValueTask().AsTask(),
    };

    internal static Task<T> ToTask<T>(in PooledValueTask<T> task) => task._operation switch
    {
        TaskOperation<T> ofTask when ofTask.TryTakeTask(task._token) is { } followed => Cast.To<Task<T>>(followed),
        { } operation when MayHaveSeveralErrors(operation) => PooledValueTask.AsTaskWithAllErrors(task),
        _ => task.AsValueTask().AsTask(),
    };

    /// <summary>Whether a failure may have several errors. Of all async methods only combinators end so: those that
    /// <see cref="PooledValueTask"/> declares, and it declares no others.</summary>
    private static bool MayHaveSeveralErrors(Operation operation) =>
        operation.MayHaveSeveralErrors || operation.TrackedType.DeclaringType == typeof(PooledValueTask);

    private static PooledValueTask<T> Follow<T>(Task task)
    {
        TaskOperation<T> operation = TaskOperation<T>.Follow(task);
        return new PooledValueTask<T>(operation, default!, operation.Token);
    }

    [StackTraceHidden]
    private static async PooledValueTask Await(ValueTask task) => await task.ConfigureAwait(false);

    [StackTraceHidden]
    private static async PooledValueTask<T> Await<T>(ValueTask<T> task) => await task.ConfigureAwait(false);
}
