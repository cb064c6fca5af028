using System.Threading.Tasks;

namespace PooledAwait;

/// <content>The outcome instead of an exception.</content>
public static partial class ValueTaskExtensions
{
    /// <inheritdoc cref="WithoutThrowing{T}(ValueTask{T})"/>
    public static ValueTaskCompletionAwaiter WithoutThrowing(this ValueTask task) =>
        new(new(task.AsPooledValueTask().WithVoidResult, continueOnCapturedContext: true));

    /// <summary>
    /// Awaits a task so that a failure is an outcome to look at and no exception: <c>await task.WithoutThrowing()</c>.
    /// </summary>
    /// <remarks>
    /// Allocates nothing and throws nothing where an operation of this library is behind the ValueTask: a source's <c>Task</c>, or an
    /// <c>async ValueTask</c> method with a builder of this library. A Task throws nothing either. The exception of any other is thrown and
    /// caught inside.
    /// </remarks>
    /// <param name="task">The task; consumed by this.</param>
    /// <typeparam name="T">The result.</typeparam>
    public static ValueTaskCompletionAwaiter<T> WithoutThrowing<T>(this ValueTask<T> task) =>
        new(new(task.AsPooledValueTask(), continueOnCapturedContext: true));
}
