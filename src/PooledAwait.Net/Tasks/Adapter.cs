using System.Linq;
using System.Runtime.ExceptionServices;

namespace PooledAwait;

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
        { } operation when MayHaveSeveralErrors(operation) => AsTaskWithAllErrors(task.WithVoidResult),
        _ => task.AsValueTask().AsTask(),
    };

    internal static Task<T> ToTask<T>(in PooledValueTask<T> task) => task._operation switch
    {
        TaskOperation<T> ofTask when ofTask.TryTakeTask(task._token) is { } followed => Cast.To<Task<T>>(followed),
        { } operation when MayHaveSeveralErrors(operation) => AsTaskWithAllErrors(task),
        _ => task.AsValueTask().AsTask(),
    };

    /// <summary>Whether a failure may have several errors. Of all async methods only combinators end so: those that
    /// <see cref="PooledValueTask"/> declares, and it declares no others.</summary>
    private static bool MayHaveSeveralErrors(Operation operation) =>
        operation.MayHaveSeveralErrors || operation.TrackedType.DeclaringType == typeof(PooledValueTask);

    /// <summary>Converts to a Task with all errors; a Task that awaits the operation as a ValueTask would have only the first. This costs
    /// two more Tasks, and the box of a framework method.</summary>
    private static Task<T> AsTaskWithAllErrors<T>(in PooledValueTask<T> task)
    {
        if (!task.IsCompleted && !task._operation!.CanRegister(task._token))
        {
            throw Failures.AwaitedTwice(task._operation, task._token);
        }

        return GatherAsync(task).Unwrap();
    }

    // A framework Task: a PooledTask<Task<T>>, whose AsTask leads here again, would make endless generic types, which NativeAOT rejects.
    private static async Task<Task<T>> GatherAsync<T>(PooledValueTask<T> task)
    {
        Completion<T> completion = await task.WithoutThrowing().ConfigureAwait(false);
        if (completion._failure is not ExceptionDispatchInfo[] errors)
        {
            return Task.FromResult(completion.Result);
        }

        TaskCompletionSource<T> source = new();
        source.SetException(errors.Select(static error => error.SourceException));
        return source.Task;
    }

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
