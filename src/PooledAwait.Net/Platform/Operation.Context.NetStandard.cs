#if !NET
namespace PooledAwait;

/// <content>The context of a suspended box, where <see cref="CapturedContext"/> knows what it is.</content>
internal abstract partial class Operation
{
    /// <summary>Remembers the ExecutionContext in which the body goes on, as the framework does at each await.</summary>
    internal void CaptureContext() => _contextOrFailure = CapturedContext.Capture();

    /// <summary>What was captured at the await that is over; null if there is no context to go on in.</summary>
    internal object? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context;
    }

    /// <summary>
    /// Resumes a box inside its context, and publishes there what is complete then: a callback that brings no context along
    /// finds this one, as from the framework's builders. What a box awaits is left to the loop.
    /// </summary>
    /// <param name="thread">As in <see cref="Resume"/>.</param>
    /// <returns>What the loop is to publish; otherwise null.</returns>
    internal Operation? ResumeInContext(ThreadState thread)
    {
        Operation? completed = Resume(thread, awaited: null);
        const int How = StateWord.Awaited | StateWord.Linked | StateWord.Asynchronous;
        if (completed is null || (Atomic.Read(ref completed._state) & How) == (StateWord.Awaited | StateWord.Linked))
        {
            return completed;
        }

        completed.Complete();
        return null;
    }
}
#endif
