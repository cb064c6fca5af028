using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The box as builders refer to it, without its state machine's type; of a method that is suspended, or threw before.</summary>
/// <typeparam name="TResult">The method's result.</typeparam>
internal abstract class MethodBox<TResult> : Operation<TResult>
{
    /// <summary>The delegate for foreign awaiters, made at the first of them and kept with the box.</summary>
    private Action? _resume;

    private protected MethodBox(OperationPool pool)
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
    internal void Await<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        if (BoxRegistration.TryRead(ref awaiter, out Operation? awaited, out int packedToken))
        {
            Awaiters.Register(awaited, packedToken, Waiter);
        }
        else
        {
            AwaitByDelegate(ref awaiter);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // its try block
    private void AwaitByDelegate<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        CaptureContext();
        AwaitForeign(ref awaiter);
    }

    /// <summary>Suspends the method, whose context is captured, until a foreign awaiter calls back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the steps of an await in one call, where the runtime inlines a try block
    private protected void AwaitForeign<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        nint armed = TrampolineWord.Armed(ThreadState.ArmingPosition);
        nint trampoline = Arm(armed);
        try
        {
            awaiter.UnsafeOnCompleted(ResumeAction);
        }
        catch (Exception exception) when (!TryDisarm(armed, trampoline))
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
        nint armed = TrampolineWord.Armed(ThreadState.ArmingPosition);
        nint trampoline = Arm(armed);
        try
        {
            awaiter.OnCompleted(ResumeAction);
        }
        catch (Exception exception) when (!TryDisarm(armed, trampoline))
        {
            // As in AwaitForeign.
            UnobservedExceptions.Report(exception);
        }
    }

    /// <summary>The method has returned.</summary>
    /// <param name="result">Its result.</param>
    /// <param name="token">The token that the builder has.</param>
    /// <exception cref="InvalidOperationException">The method is over already.</exception>
    internal void SetResult(TResult result, short token)
    {
        // Before the result, which may be another use's where the method is over; the trampoline looks when MoveNext has returned.
        if (!TryEndStateMachine())
        {
            EndWithoutTrampoline(result, failure: null, token);
            return;
        }

        _result = result;
        SetFailure(null);
    }

    /// <summary>The method has thrown.</summary>
    /// <param name="failure">Its exception, or what <see cref="FailureAwaiter"/> gives in its place.</param>
    /// <param name="token">The token that the builder has.</param>
    /// <exception cref="InvalidOperationException">The method is over already.</exception>
    internal void SetException(object failure, short token)
    {
        if (!TryEndStateMachine())
        {
            EndWithoutTrampoline(default!, failure, token);
            return;
        }

        SetFailure(failure);
    }

    /// <summary>Completes what the method returned, where no trampoline does.</summary>
    private protected virtual void Finish() => Complete();

    /// <summary>Whether a method that no trampoline runs may end: not a second time, and not when the box serves another use.</summary>
    /// <param name="token">The token that the builder has.</param>
    private protected virtual bool CanEnd(short token) => CanBeginCompletion(token);

    /// <summary>Completes a method whose first await threw, so that no trampoline runs the state machine: a waiter is queued.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void EndWithoutTrampoline(TResult result, object? failure, short token)
    {
        if (!IsIdle || !CanEnd(token))
        {
            throw Failures.AlreadyCompleted();
        }

        _result = result;
        SetFailure(failure);
        Finish();
    }
}
