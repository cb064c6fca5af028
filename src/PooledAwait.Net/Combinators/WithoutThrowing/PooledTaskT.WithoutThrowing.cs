using System.Threading.Tasks;

namespace PooledAwait;

/// <content>The outcome instead of an exception.</content>
public readonly partial struct PooledTask<T>
{
    /// <summary>
    /// Awaits the task so that a failure is an outcome to look at and no exception: <c>await task.WithoutThrowing()</c>. An error counts as
    /// observed.
    /// </summary>
    public ValueTaskCompletionAwaiter<T> WithoutThrowing() => new ValueTask<T>(AsTask()).WithoutThrowing();
}
