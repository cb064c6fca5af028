#if !NET
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The contexts of the thread that runs a <see cref="Resumer"/>'s loop, where a context can't be restored but only run in:
/// the thread's is put back after each box, so that the loop has nothing to remember.
/// </summary>
[SuppressMessage("Performance", "CA1822", Justification = "The other platform's needs the instance.")]
internal readonly struct ContextFrame
{
    internal static ContextFrame Enter() => default;

    /// <summary>Resumes the loop's first box in its context.</summary>
    /// <returns>As of <see cref="Operation.ResumeInContext"/>.</returns>
    internal Operation? ResumeFirst(Operation box, ThreadState thread, Operation? awaited) => Resume(box, thread, awaited);

    /// <summary>Resumes a box in its context.</summary>
    /// <returns>As of <see cref="Operation.ResumeInContext"/>.</returns>
    internal Operation? Resume(Operation box, ThreadState thread, Operation? awaited)
    {
        // What resumes the box in its context is a delegate, which knows nothing but the thread.
        _ = awaited?.TryLeave(box, thread);
        object? context = box.TakeContext();
        return context is null ? ResumeHere(box, thread) : CapturedContext.Resume(context, box, thread);
    }

    internal void Exit()
    {
    }

    /// <summary>No context: its flow was suppressed at the await, and the body goes on in whatever is here, as the framework's.</summary>
    private static Operation? ResumeHere(Operation box, ThreadState thread)
    {
        Here here = new(box, thread);
        default(AsyncTaskMethodBuilder).Start(ref here);
        return here.Completed;
    }

    private struct Here : IAsyncStateMachine
    {
        internal Operation? Completed;
        private readonly Operation _box;
        private readonly ThreadState _thread;

        internal Here(Operation box, ThreadState thread)
        {
            Completed = null;
            _box = box;
            _thread = thread;
        }

        public void MoveNext() => Completed = _box.ResumeInContext(_thread);

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
#endif
