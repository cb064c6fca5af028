using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>What builders refer to: the box of a suspended method, without its state machine's type; or of one that threw before.</summary>
/// <typeparam name="TResult">The method's result.</typeparam>
internal abstract class StateMachineBox<TResult> : Operation<TResult>
{
    /// <summary>The delegate for foreign awaiters, made at the first of them and kept with the box.</summary>
    private Action? _resume;

    private protected StateMachineBox(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>The box of a suspended method as what it is then.</summary>
    internal IWaiter Waiter
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a cast
        get => Cast.To<IWaiter>(this);
    }

    private Action ResumeAction => _resume ??= ResumeFromForeignAwaiter;

    private protected sealed override bool IsResumedBy(Action resume) => ReferenceEquals(_resume, resume);

    /// <summary>Suspends the method until the awaiter calls back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into its only callers
    internal void Await<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        if (!BoxRegistration.TryRegister(ref awaiter, Waiter))
        {
            CaptureContext();
            AwaitForeign(ref awaiter);
        }
    }

    /// <summary>Suspends the method, whose context is captured, until a foreign awaiter calls back.</summary>
    private protected void AwaitForeign<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        nint position = ThreadState.ArmingPosition;
        nint trampoline = Arm(position);
        try
        {
            awaiter.UnsafeOnCompleted(ResumeAction);
        }
        catch (Exception exception) when (!TryDisarm(position, trampoline))
        {
            // The awaiter has called back before it threw: the state machine has gone on, and the exception is not its.
            UnobservedExceptions.Report(exception);
        }
    }

    /// <summary>Suspends the method until an awaiter calls back that has no UnsafeOnCompleted.</summary>
    internal void AwaitOnCompleted<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : INotifyCompletion
    {
        CaptureContext();
        nint position = ThreadState.ArmingPosition;
        nint trampoline = Arm(position);
        try
        {
            awaiter.OnCompleted(ResumeAction);
        }
        catch (Exception exception) when (!TryDisarm(position, trampoline))
        {
            // As in AwaitForeign.
            UnobservedExceptions.Report(exception);
        }
    }

    /// <summary>The method has returned.</summary>
    /// <param name="result">Its result.</param>
    internal void SetResult(TResult result)
    {
        _result = result;
        SetFailure(null);
        EndStateMachine();
    }

    /// <summary>The method has thrown.</summary>
    /// <param name="exception">Its exception.</param>
    internal void SetException(Exception exception)
    {
        SetFailure(Failure.Of(exception));
        EndStateMachine();
    }

    /// <summary>Completes what the method returned, where no trampoline does.</summary>
    private protected virtual void Finish() => Complete();

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await
    private void EndStateMachine()
    {
        if (!TryEndStateMachine())
        {
            // The first await threw, so that no trampoline runs the state machine: a waiter is queued.
            Finish();
        }
    }

    private void ResumeFromForeignAwaiter()
    {
        // An awaiter that calls back again, or after it has thrown, finds the box disarmed.
        if (TryDisarm(out _))
        {
            Trampoline.Run(Waiter);
        }
    }
}
