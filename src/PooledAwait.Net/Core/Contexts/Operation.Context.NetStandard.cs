using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>The context of a suspended waiter, as <see cref="CapturedContext"/> captures it.</content>
internal abstract partial class Operation
{
    /// <summary>Captures the ExecutionContext, as the framework does at each await; nothing if none flows.</summary>
    /// <param name="thread">This thread's state.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
    internal void CaptureContext(ThreadState thread)
    {
        if (ExecutionContextFlow.IsEnabled)
        {
            _contextOrFailure = CapturedContext.Capture(thread);
        }
    }

    /// <summary>Takes what was captured out; null if its flow was suppressed.</summary>
    internal object? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context;
    }

    /// <summary>
    /// Resumes a waiter inside its context, and publishes there what is complete then: a callback without a context of its own runs in this
    /// one, as from the framework's builders. A waiter of that is left to the trampoline.
    /// </summary>
    /// <param name="waiter">The waiter.</param>
    /// <param name="thread">This thread's state.</param>
    /// <returns>The operation that the trampoline must publish; otherwise null.</returns>
    internal static Operation? ResumeInContext(IWaiter waiter, ThreadState thread)
    {
        Operation? completed = Cast.To<Operation>(waiter).ResumeWaiter(thread);
        if (completed is null)
        {
            return null;
        }

        int word = completed.Word;
        if ((word & StateWord.Awaited) == 0 || completed.IsResumedHere(word))
        {
            return completed;
        }

        IWaiter? following = completed.Complete(thread);
        Debug.Assert(following is null, "an operation has one awaiter, and it is none that the trampoline resumes");
        return null;
    }
}
