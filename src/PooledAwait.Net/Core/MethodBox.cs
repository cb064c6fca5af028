namespace PooledAwait;

/// <summary>The box as builders refer to it, without its state machine's type: that of a method that has suspended
/// (<see cref="StateMachineBox{TStateMachine, TResult}"/>), or has not (<see cref="BareBox{TResult}"/>).</summary>
/// <typeparam name="TResult">The method's result; <see cref="TaskResult"/> if a Task of the framework has it.</typeparam>
internal abstract class MethodBox<TResult>(OperationPool pool) : Operation<TResult>(pool)
{
    /// <summary>The delegate for awaiters that take nothing else. It is made for the first such awaiter, and kept with the box.</summary>
    private Action? _resume;

    private protected Action ResumeAction => _resume ??= ResumeFromForeignAwaiter;

    private protected sealed override bool IsBox => true;

    private protected sealed override bool IsResumedBy(Action resume) => ReferenceEquals(_resume, resume);

    /// <summary>Suspends the method again until the awaiter calls back.</summary>
    internal void Await<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        if (BoxRegistration.TryRead(ref awaiter, out Operation? awaited, out int packedToken))
        {
            Awaiters.Register(awaited, packedToken, this);
        }
        else
        {
            ThreadState thread = ThreadState.Current;
            CaptureContext(thread);
            AwaitForeign(ref awaiter, thread);
        }
    }

    /// <summary>Suspends the method, whose context is captured, until a foreign awaiter calls back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the steps of an await in one call
    private protected void AwaitForeign<TAwaiter>(ref TAwaiter awaiter, ThreadState thread)
        where TAwaiter : ICriticalNotifyCompletion
    {
        Arm();
        if (!FrameworkBoxes.TryRegister(ref awaiter, this, thread.SynchronizationContext))
        {
            awaiter.UnsafeOnCompleted(ResumeAction);
        }
    }

    /// <summary>Suspends the method until an awaiter without UnsafeOnCompleted calls back.</summary>
    internal void AwaitOnCompleted<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : INotifyCompletion
    {
        CaptureContext();
        Arm();
        awaiter.OnCompleted(ResumeAction);
    }

    internal void SetResult(TResult result, short token)
    {
        // Check this before the result is written: if the method is over, the field already belongs to another use.
        if (!CanBeginCompletion(token) || !TryEndStateMachine())
        {
            EndWithoutTrampoline(result, failure: null, token);
            return;
        }

        _result = result;
        SetFailure(null);
    }

    /// <summary>Ends a method that has thrown. The failure is its exception, or the one that <see cref="FailureAwaiter"/> gives
    /// instead.</summary>
    internal void SetException(object failure, short token)
    {
        if (!CanBeginCompletion(token) || !TryEndStateMachine())
        {
            EndWithoutTrampoline(default!, failure, token);
            return;
        }

        SetFailure(failure);
    }

    /// <summary>Gives the box back to its pool, when the method has ended without a trampoline.</summary>
    internal void Release()
    {
        ClearStateMachine();
        SetFailure(null);
        EndRun();
        Recycle(ThreadState.Current);
    }

    /// <summary>Called before a method ends. If this thread has a scheduling context, continuations without one are queued.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // most threads have none
    internal void QueueWhereThreadHasContext(short token)
    {
        if (SchedulingContext.Current is not null)
        {
            MakeAsynchronous(token);
        }
    }

    /// <summary>Takes a box from its pool, and begins its use; null if the pool is empty. A call, because code that depends on the state
    /// machine is compiled once for each method.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected static MethodBox<TResult>? TryRent(OperationPool pool, ThreadState thread)
    {
        MethodBox<TResult>? box = Cast.OrNull<MethodBox<TResult>>(pool.TryRent(thread));
        box?.Begin(thread);
        return box;
    }

    /// <summary>Begins the first use of a new box.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private protected void BeginFirst() => Begin(ThreadState.Current);

    /// <summary>Begins a use: starts its tracking, and captures the context.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every first suspension
    private protected void Begin(ThreadState thread)
    {
        CaptureContext(thread);
        OperationTracker.Current?.Start(this);
        if (typeof(TResult) == typeof(TaskResult))
        {
            // The box has no handle that could be lost.
            OperationTracker.Current?.Consume(this, Token);
        }
    }

    /// <summary>Drops the state machine, which keeps the method's locals alive.</summary>
    private protected virtual void ClearStateMachine()
    {
    }

    /// <summary>Completes a method that no trampoline runs and publishes: it failed before it suspended, or its last await threw and didn't
    /// register. So a waiter is queued.</summary>
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
