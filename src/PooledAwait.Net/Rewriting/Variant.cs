using System.ComponentModel;

namespace PooledAwait.Rewriting;

#pragma warning disable CS1591 // each overload does what the first one says

/// <summary>What a rewritten call does with the result of a pooled variant. The build emits calls of these methods. Their signatures stay
/// the same in all of 2.x, so that an assembly which an older version rewrote still runs. Not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class Variant
{
    private const MethodImplOptions Inlined = MethodImplOptions.AggressiveInlining;

    /// <summary>The operation as a ValueTask, with which a builder of the framework registers its own box, without a delegate.</summary>
    [MethodImpl(Inlined)]
    public static ValueTask AsValueTask(PooledValueTask task) => task.AsValueTask();

    [MethodImpl(Inlined)]
    public static ValueTask<T> AsValueTask<T>(PooledValueTask<T> task) => task.AsValueTask();

    /// <summary>A Task as the ValueTask that its caller awaits. A null Task throws when it is awaited, as before, and not here.</summary>
    [MethodImpl(Inlined)]
    public static ValueTask Of(Task? task) => task is null ? Null.Task() : new ValueTask(task);

    [MethodImpl(Inlined)]
    public static ValueTask<T> Of<T>(Task<T>? task) => task is null ? Null.Task<T>() : new ValueTask<T>(task);

    /// <summary>What a variant returns without its result, for a method that returns another one's <c>Task&lt;T&gt;</c> as a
    /// <c>Task</c>.</summary>
    public static ValueTask WithoutResult<T>(ValueTask<T> task)
    {
        if (task.IsCompletedSuccessfully)
        {
            task.GetAwaiter().GetResult();
            return default;
        }

        return ValueTaskContent.Of(task, out short token) is Operation<T> operation ? new(operation, token) : new(task.AsTask());
    }

    /// <summary>Gets the awaiter.</summary>
    /// <param name="task">By value: the original call passed a Task, which is a reference, so there is no address to pass.</param>
    [MethodImpl(Inlined)]
    public static ValueTaskAwaiter GetAwaiter(ValueTask task) => task.GetAwaiter();

    [MethodImpl(Inlined)]
    public static ValueTaskAwaiter<T> GetAwaiter<T>(ValueTask<T> task) => task.GetAwaiter();

    [MethodImpl(Inlined)]
    public static ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter GetAwaiter(ValueTask task, bool continueOnCapturedContext) =>
        task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    [MethodImpl(Inlined)]
    public static ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter GetAwaiter<T>(
        ValueTask<T> task, bool continueOnCapturedContext) =>
        task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>Takes the operation of a caller that drops the task. An error is reported as that of a dropped Task is.</summary>
    [MethodImpl(Inlined)]
    public static void Forget(PooledValueTask task) => task.Forget();

    [MethodImpl(Inlined)]
    public static void Forget<T>(PooledValueTask<T> task) => task.Forget();

    /// <summary>Throws what the await of a null Task throws.</summary>
    private static class Null
    {
#pragma warning disable CA2201 // the runtime's own exception, because the original await throws it
        private static NullReferenceException Exception => new();
#pragma warning restore CA2201

        [MethodImpl(MethodImplOptions.NoInlining)] // rare
        internal static ValueTask Task() => new(System.Threading.Tasks.Task.FromException(Exception));

        [MethodImpl(MethodImplOptions.NoInlining)] // rare
        internal static ValueTask<T> Task<T>() => new(System.Threading.Tasks.Task.FromException<T>(Exception));
    }
}
