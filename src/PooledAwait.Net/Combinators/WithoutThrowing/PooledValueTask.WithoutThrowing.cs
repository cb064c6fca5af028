using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>The outcome instead of an exception.</content>
public readonly partial struct PooledValueTask
{
    /// <summary>
    /// Awaits this task so that a failure is an outcome to look at and no exception: <c>await task.WithoutThrowing()</c>.
    /// </summary>
    /// <remarks>
    /// Consumes the task. The await allocates nothing, and takes the time of a success. An error counts as observed. A timeout or a
    /// cancellation by a token creates its exception when <see cref="Completion.Exception"/> or <see cref="Completion.ThrowIfFailed"/>
    /// asks for it, each time a new one. <see cref="Completion.Index"/> is 0. May be awaited in any async method.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public CompletionAwaiter WithoutThrowing() => new(new(WithVoidResult, continueOnCapturedContext: true));
}
