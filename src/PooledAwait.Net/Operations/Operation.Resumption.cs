using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>The box's side: being suspended and being resumed. Completion sources have none of it.</content>
internal abstract partial class Operation
{
    /// <summary>A value of <see cref="_runner"/> that is no loop and no complement of one.</summary>
    private static nint Armed => (nint)1 << ((IntPtr.Size * 8) - 1);

    /// <summary>Runs the body on to its next suspension or its end; only for the <see cref="Resumer"/>.</summary>
    /// <param name="thread">This thread's state.</param>
    /// <param name="awaited">
    /// What the box has awaited, if the loop has completed it: a box that awaits as <see cref="StateWord.Handed"/> must take its result,
    /// others have its handle.
    /// </param>
    /// <returns>
    /// What is complete now, to be published: this operation, mostly; null if the body is suspended again, and perhaps running
    /// on another thread by now, or if there is nothing to publish.
    /// </returns>
    internal virtual Operation? Resume(ThreadState thread, Operation? awaited) => throw Failures.NotABox();

    /// <summary>
    /// Keeps in a box what it awaits as <see cref="StateWord.Handed"/>, where nobody will hand it over: for whoever registers or
    /// completes it there, before the box can be resumed.
    /// </summary>
    /// <param name="awaited">What the box awaits.</param>
    /// <param name="token">The token by which to consume it.</param>
    /// <param name="isConsumed">Whether it is consumed already, and its result is still in it; then the token says nothing.</param>
    internal virtual void Keep(Operation awaited, short token, bool isConsumed) => throw Failures.NotABox();

    /// <summary>Whether the delegate is the one this box gives to foreign awaiters.</summary>
    /// <param name="resume">A delegate whose target is this box.</param>
    internal virtual bool IsOwnResumption(Action resume) => false;

    /// <summary>What the delegate of a foreign awaiter calls.</summary>
    internal void ResumeFromForeignAwaiter()
    {
        // The claim: an awaiter that calls back twice, or after it threw, finds the box running or elsewhere, and is ignored.
        if (TryDisarm())
        {
            Resumer.Run(this);
        }
    }

    /// <summary>Hands the box's delegate to an awaiter that flows the ExecutionContext itself.</summary>
    private protected void AwaitForeign<TAwaiter>(ref TAwaiter awaiter, Action resume)
        where TAwaiter : INotifyCompletion
    {
        nint runner = BeginForeignAwait();
        try
        {
            awaiter.OnCompleted(resume);
        }
        catch (Exception exception) when (!StillMine(runner))
        {
            Failure.ReportUnobserved(exception);
        }
    }

    /// <summary>Hands the box's delegate to an awaiter that leaves the ExecutionContext to the box.</summary>
    private protected void AwaitForeignUnsafe<TAwaiter>(ref TAwaiter awaiter, Action resume)
        where TAwaiter : ICriticalNotifyCompletion
    {
        nint runner = BeginForeignAwait();
        try
        {
            awaiter.UnsafeOnCompleted(resume);
        }
        catch (Exception exception) when (!StillMine(runner))
        {
            Failure.ReportUnobserved(exception);
        }
    }

    private nint BeginForeignAwait()
    {
        nint runner = _runner;
        Arm();
        return runner;
    }

    /// <summary>
    /// An awaiter threw. If it has called nobody back and never can, the body is still this thread's, and the exception is
    /// the operation's; otherwise the body goes on elsewhere.
    /// </summary>
    private bool StillMine(nint runner) => Atomic.CompareExchange(ref _runner, runner, Armed);

    /// <summary>From now on whoever calls the box's delegate may resume it, once.</summary>
    internal void Arm() => Atomic.Write(ref _runner, Armed);

    /// <summary>Takes the right to resume the box away from its delegate.</summary>
    /// <returns>Whether the delegate still had it.</returns>
    internal bool TryDisarm() => Atomic.CompareExchange(ref _runner, (nint)0, Armed);

    /// <summary>
    /// Whether the body runs inside the box. It does from the first resumption on; a body that caught what its first await
    /// threw from OnCompleted still runs where the method was called, and what the box has is an old copy.
    /// </summary>
    internal bool IsResumed => _runner > 0;

    /// <summary>Marks the box as run by a loop, before its body goes on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    private protected void BeginRun(ThreadState thread) => _runner = thread.Runner;

    /// <summary>
    /// Whether the body ran to its end under this runner. If it suspended, another thread may be running it by now, and
    /// every other field is that thread's; only this one can be asked, because nobody else writes this loop's position.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    private protected bool EndRun(ThreadState thread)
    {
        if (_runner != ~thread.Runner)
        {
            return false;
        }

        _runner = 0;
        return true;
    }

    /// <summary>
    /// The body has run to its end and the result is written. Under a resumer that is only noted: the resumer goes on when
    /// the body's frame is gone, so that chains of any length take constant stack.
    /// </summary>
    /// <returns>
    /// False if no resumer runs the body: its very first await threw while it was registered, and the caller must complete.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    private protected bool TryHandOver()
    {
        nint runner = _runner;
        if (runner <= 0)
        {
            return false;
        }

        _runner = ~runner;
        return true;
    }

    /// <summary>Writes how the body ended; the context that the field held until now is of no more use.</summary>
    private protected void SetFailure(object? failure) => _contextOrFailure = failure;

    /// <summary>Whether there is no result; only for whoever consumes.</summary>
    private protected bool HasFailed => _contextOrFailure is not null;

    /// <summary>Takes out why there is no result; null if there is one.</summary>
    private protected object? TakeFailure()
    {
        object? failure = _contextOrFailure;
        if (failure is not null)
        {
            _contextOrFailure = null;
        }

        return failure;
    }
}
