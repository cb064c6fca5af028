namespace PooledAwait;

internal abstract partial class Operation
{
    /// <summary>Captures the ExecutionContext, as the framework does at each await; nothing if none flows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
    internal void CaptureContext(ThreadState thread)
    {
        if (ExecutionContextFlow.IsEnabled)
        {
            // Release: a thread in GetStatus with the token of the use before, which sees this, must see that its use has ended.
            Volatile.Write(ref _contextOrFailure, CapturedContext.Capture(thread));
        }
    }

    /// <summary>Resumes a waiter inside its context. What it completes is published there too, because a callback without a context of its
    /// own runs in this one, as from the framework's builders. What the trampoline must publish is returned.</summary>
    internal static Operation? ResumeInContext(Operation waiter, ThreadState thread)
    {
        Operation? completed = waiter.ResumeWaiter(thread);
        if (completed is null)
        {
            return null;
        }

        int word = completed.Word;
        if ((word & StateWord.Awaited) == 0 || completed.IsResumedHere(word))
        {
            return completed;
        }

        Operation? following = completed.Complete(thread);
        Debug.Assert(following is null, "an operation has one awaiter, and the trampoline doesn't resume this one");
        return null;
    }
}
