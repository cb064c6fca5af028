using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>The outcome instead of an exception.</content>
public readonly partial struct PooledValueTask<T>
{
    /// <summary>
    /// Awaits this task so that a failure is an outcome to look at and no exception: <c>await task.WithoutThrowing()</c>.
    /// </summary>
    /// <remarks>
    /// Consumes the task. The await allocates nothing, and takes the time of a success. An error counts as observed. A timeout or a
    /// cancellation by a token creates its exception when <see cref="Completion{T}.Exception"/> or <see cref="Completion{T}.Result"/> asks
    /// for it, each time a new one. <see cref="Completion{T}.Index"/> is 0. May be awaited in any async method.
    /// </remarks>
    /// <example>
    /// <code>
    /// Completion&lt;int&gt; read = await ReadAsync(stream).WaitAsync(TimeSpan.FromSeconds(1)).WithoutThrowing();
    /// int value = read.IsCompletedSuccessfully ? read.Result : -1;
    /// </code>
    /// </example>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public CompletionAwaiter<T> WithoutThrowing() => new(new(this, continueOnCapturedContext: true));
}
