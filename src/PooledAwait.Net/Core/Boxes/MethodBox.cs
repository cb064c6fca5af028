using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The box as builders refer to it, without its state machine's type; of a method that is suspended, or threw before.</summary>
/// <typeparam name="TResult">The method's result; <see cref="TaskResult"/> if a Task of the framework has it.</typeparam>
internal abstract class MethodBox<TResult> : Operation<TResult>
{
    /// <summary>The delegate for awaiters that take nothing else, made at the first of them and kept with the box.</summary>
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

    private protected Action ResumeAction => _resume ??= ResumeFromForeignAwaiter;

    private protected sealed override bool IsBox => true;

    private protected sealed override bool IsResumedBy(Action resume) => ReferenceEquals(_resume, resume);

    /// <summary>Suspends the method again until the awaiter calls back.</summary>
    internal void Await<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        if (BoxRegistration.TryRead(ref awaiter, out Operation? awaited, out int packedToken))
        {
            Awaiters.Register(awaited, packedToken, Waiter);
        }
        else
        {
            CaptureContext();
            AwaitForeign(ref awaiter);
        }
    }

    /// <summary>Suspends the method, whose context is captured, until a foreign awaiter calls back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the steps of an await in one call
    private protected void AwaitForeign<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        Arm();
        if (!FrameworkBoxes.TryRegister(ref awaiter, this))
        {
            awaiter.UnsafeOnCompleted(ResumeAction);
        }
    }

    /// <summary>Suspends the method until an awaiter calls back that has no UnsafeOnCompleted.</summary>
    internal void AwaitOnCompleted<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : INotifyCompletion
    {
        CaptureContext();
        Arm();
        awaiter.OnCompleted(ResumeAction);
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

    /// <summary>Gives the box back to its pool: the method has ended, and a Task has its outcome.</summary>
    internal void Release()
    {
        ClearStateMachine();
        EndRun();
        Recycle(ThreadState.Current);
    }

    /// <summary>
    /// Has what awaits the method without a scheduling context be queued, if this thread has one, as a Task has. Called before the method
    /// ends.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // most threads have none
    internal void QueueWhereThreadHasContext()
    {
        if (SchedulingContext.Current is not null)
        {
            MakeAsynchronous();
        }
    }

    /// <summary>Drops the state machine, which keeps the method's locals alive.</summary>
    private protected virtual void ClearStateMachine()
    {
    }

    /// <summary>
    /// Completes a method whose last await threw instead of registering, so that no trampoline publishes its result: a waiter is queued.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void EndWithoutTrampoline(TResult result, object? failure, short token)
    {
        if (!IsIdle || !CanBeginCompletion(token))
        {
            throw Failures.AlreadyCompleted();
        }

        EndRun();
        _result = result;
        SetFailure(failure);
        ClearStateMachine();
        Complete();
    }
}

/// <summary>In the place of a box's result: a Task of the framework has the method's.</summary>
internal readonly struct TaskResult;
