using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>What a builder knows of the box of its suspended method: all but the state machine's type.</summary>
/// <typeparam name="TResult">The method's result.</typeparam>
internal abstract class StateMachineBox<TResult> : Operation<TResult>
{
    /// <summary>The delegate that foreign awaiters get, made at the first of them and kept with the box.</summary>
    private Action? _resume;

    private protected StateMachineBox(OperationPool pool)
        : base(pool)
    {
    }

    private Action ResumeAction => _resume ??= ResumeFromForeignAwaiter;

    internal sealed override bool IsOwnResumption(Action resume) => ReferenceEquals(_resume, resume);

    /// <summary>Suspends the body until the awaiter calls back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into its only callers
    internal void Await<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        if (!AwaiterLinks.TryLink(ref awaiter, this))
        {
            CaptureContext();
            AwaitCaptured(ref awaiter);
        }
    }

    /// <summary>Suspends the body, whose context is captured, until a foreign awaiter calls back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Await
    private protected void AwaitCaptured<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion =>
        AwaitForeignUnsafe(ref awaiter, ResumeAction);

    /// <summary>Suspends the body until an awaiter calls back that knows no other way than to flow the context itself.</summary>
    internal void AwaitSafe<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : INotifyCompletion
    {
        CaptureContext();
        AwaitForeign(ref awaiter, ResumeAction);
    }

    /// <summary>The body has returned.</summary>
    /// <param name="result">Its result.</param>
    internal void SetResult(TResult result)
    {
        _result = result;
        SetFailure(null);
        EndBody();
    }

    /// <summary>The body has thrown.</summary>
    /// <param name="exception">Its exception.</param>
    internal void SetException(Exception exception)
    {
        SetFailure(Failure.Of(exception));
        EndBody();
    }

    /// <summary>Completes what the method returned, where no loop will.</summary>
    private protected abstract void Finish();

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    private void EndBody()
    {
        if (!TryHandOver())
        {
            // Very rare: nobody runs a loop that could go on with the awaiting box, so it is queued.
            Finish();
        }
    }
}
