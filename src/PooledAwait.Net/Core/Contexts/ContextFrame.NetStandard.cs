using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The contexts around a <see cref="Trampoline"/>, where an ExecutionContext can only be run in, not restored: the thread's is put back
/// after each waiter.
/// </summary>
[SuppressMessage("Performance", "CA1822", Justification = ".NET's needs the instance.")]
internal readonly struct ContextFrame
{
    /// <summary>Captures nothing.</summary>
    internal static ContextFrame Enter(ThreadState thread) => default;

    /// <summary>Captures nothing.</summary>
    /// <returns>False: use the framework's own guard; true if there is nothing to guard, because no context flows.</returns>
    internal static bool TryEnter(out ContextFrame frame)
    {
        frame = default;
        return !ExecutionContextFlow.IsEnabled;
    }

    /// <inheritdoc cref="Resume"/>
    internal Operation? ResumeFirst(IWaiter waiter, ThreadState thread) => Resume(waiter, thread);

    /// <summary>Resumes a waiter in its context.</summary>
    /// <param name="waiter">The waiter.</param>
    /// <param name="thread">This thread's state.</param>
    /// <returns>As <see cref="Operation.ResumeInContext"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the trampolines
    internal Operation? Resume(IWaiter waiter, ThreadState thread)
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            return Cast.To<Operation>(waiter).ResumeWaiter(thread);
        }

        object? context = Cast.To<Operation>(waiter).TakeContext();
        return context is null ? ResumeHere(waiter, thread) : CapturedContext.Resume(context, waiter, thread);
    }

    /// <summary>Does nothing.</summary>
    internal void Exit()
    {
    }

    /// <summary>The flow was suppressed at the await: the waiter resumes in the context that is here, as the framework's do.</summary>
    private static Operation? ResumeHere(IWaiter waiter, ThreadState thread)
    {
        Here here = new(waiter, thread);
        default(AsyncTaskMethodBuilder).Start(ref here);
        return here.Completed;
    }

    private struct Here : IAsyncStateMachine
    {
        internal Operation? Completed;
        private readonly IWaiter _waiter;
        private readonly ThreadState _thread;

        internal Here(IWaiter waiter, ThreadState thread)
        {
            Completed = null;
            _waiter = waiter;
            _thread = thread;
        }

        public void MoveNext() => Completed = Operation.ResumeInContext(_waiter, _thread);

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
