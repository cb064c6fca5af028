namespace PooledAwait;

/// <summary>Waits for the antecedent, and then for the operation that the continuation started, if any. It does the work of the async
/// method <c>return await continuation(await antecedent)</c>, without a state machine.</summary>
[PublicName("PooledValueTask.Then")]
internal sealed class ThenOperation<TArgument, TResult, TContinuation>() : Operation<TResult>(s_pool)
    where TContinuation : struct, IContinuation<TArgument, TResult>
{
    private static readonly OperationPool s_pool =
        OperationPools.Create(typeof(ThenOperation<TArgument, TResult, TContinuation>));

    /// <summary>The operation that this one waits for: first the antecedent, then the operation that the continuation started, or the one
    /// that <see cref="TryFollow"/> was given instead. Written before the registration, cleared by the resumption.</summary>
    private Operation? _awaited;

    private TContinuation _continuation;

    // Narrow types, so that these fields fit beside a small result.
    private short _awaitedToken;
    private bool _isCalled;

    /// <summary>Calls the continuation, now or when the antecedent is complete.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // so that the task's parts stay in registers
    internal static PooledValueTask<TResult> Run(in PooledValueTask<TArgument> antecedent, TContinuation continuation)
    {
        Operation<TResult>? operation = antecedent._operation is null
            ? RunNow(antecedent._result, continuation, out TResult result, out int token)
            : RunAfter(antecedent._operation, antecedent._token, continuation, out result, out token);
        return new PooledValueTask<TResult>(operation, result, (short)token);
    }

    // The methods below return a task's parts (operation, result, token) one by one, as PooledValueTask<T>.Split does:
    // docs/decisions/awaiting.md.
    private static Operation<TResult>? RunNow(in TArgument argument, TContinuation continuation, out TResult result, out int token)
    {
        if (!ContextFrame.TryEnter(out ContextFrame frame))
        {
            GuardedCall call = new(argument, continuation);
            default(AsyncTaskMethodBuilder).Start(ref call);
            result = call.Result;
            token = call.Token;
            return call.Started;
        }

        Operation<TResult>? started;
        try
        {
            started = continuation.Invoke(argument, out result, out token);
        }
        catch (Exception exception)
        {
            // This exits here instead of joining the path below, because the compiler would look up the thread again where they meet.
            frame.Exit();
            return PooledValueTask.Failed<TResult>(exception).Split(out result, out token);
        }

        frame.Exit();
        return started;
    }

    private static Operation<TResult>? RunAfter(
        Operation<TArgument> antecedent, short token, TContinuation continuation, out TResult result, out int ownToken)
    {
        object? failure;
        try
        {
            if (!antecedent.IsCompleted(token))
            {
                result = default!;
                return Suspend(antecedent, token, continuation, out ownToken);
            }

            failure = antecedent.Consume(token, out TArgument argument);
            if (failure is null)
            {
                return RunNow(argument, continuation, out result, out ownToken);
            }
        }
        catch (InvalidOperationException misuse)
        {
            // The antecedent was consumed or awaited before. As in an async method, the new task has that exception.
            failure = misuse;
        }

        return PooledValueTask.Failed<TResult>(failure).Split(out result, out ownToken);
    }

    private static ThenOperation<TArgument, TResult, TContinuation> Suspend(
        Operation<TArgument> antecedent, short token, TContinuation continuation, out int ownToken)
    {
        ThreadState thread = ThreadState.Current;
        ThenOperation<TArgument, TResult, TContinuation> operation =
            s_pool.TryRent<ThenOperation<TArgument, TResult, TContinuation>>(thread)
                ?? new ThenOperation<TArgument, TResult, TContinuation>();
        operation._awaited = antecedent;
        operation._awaitedToken = token;
        operation._continuation = continuation;
        operation.CaptureContext(thread);

        // Read before the registration, because a registered operation may complete at any time.
        ownToken = operation.Token;
        object? schedulingContext = SchedulingContext.From(thread.SynchronizationContext);
        try
        {
            antecedent.Register(operation, token, schedulingContext);
        }
        catch
        {
            // The antecedent has another awaiter, or was consumed meanwhile.
            operation._awaited = null;
            operation._continuation = default;
            operation.Abandon(thread);
            throw;
        }

        return operation;
    }

    private protected override bool TryFollow(Operation awaited, short token)
    {
        _awaited = awaited;
        _awaitedToken = token;
        return true;
    }

    internal override Operation? ResumeWaiter(ThreadState thread)
    {
        object? outcome;
        try
        {
            outcome = _isCalled ? EndSecondWait() : EndFirstWait(thread);
        }
        catch (Exception exception)
        {
            // Thrown by the continuation, or because of a handle that was used before.
            _isCalled = false;
            _awaited = null;
            outcome = exception;
        }

        if (ReferenceEquals(outcome, this))
        {
            // From here on this object may run on another thread, or serve another use.
            return null;
        }

        if (outcome is not null)
        {
            // The context is already taken out; another store of null would cost a write barrier.
            SetFailure(outcome);
        }

        return this;
    }

    /// <summary>Calls the continuation of a complete antecedent. Returns null or the failure; or this object if the operation that the
    /// continuation started is pending. It is a return value because an out parameter would cost a write barrier.</summary>
    private object? EndFirstWait(ThreadState thread)
    {
        TContinuation continuation = _continuation;
        _continuation = default;

        object? failure = Cast.To<Operation<TArgument>>(TakeAwaited()).Consume(_awaitedToken, out TArgument argument);
        if (failure is not null)
        {
            return failure;
        }

        Operation<TResult>? started = continuation.Invoke(argument, out TResult result, out int wideToken);
        if (started is null)
        {
            _result = result;
            return null;
        }

        short token = (short)wideToken;
        if (started.IsCompleted(token))
        {
            return started.Consume(token, out _result);
        }

        if (TryForwardTo(started, token, thread))
        {
            return this;
        }

        // No context and no scheduler, because no user code runs when this wait is over.
        _isCalled = true;
        _awaited = started;
        _awaitedToken = token;
        started.Register(this, token);
        return this;
    }

    /// <summary>Takes over the result of the operation that the continuation started.</summary>
    private object? EndSecondWait()
    {
        _isCalled = false;
        return Cast.To<Operation<TResult>>(TakeAwaited()).Consume(_awaitedToken, out _result);
    }

    private Operation TakeAwaited()
    {
        Operation awaited = _awaited!;
        _awaited = null;
        return awaited;
    }

    /// <summary>A synchronous call as a state machine with one step, so that the framework restores the contexts after it. With an async
    /// method that awaits nothing, ContinueWith on complete operations would take 36 % longer on Mono.</summary>
    private struct GuardedCall(in TArgument argument, TContinuation continuation) : IAsyncStateMachine
    {
        internal Operation<TResult>? Started;
        internal TResult Result = default!;
        internal int Token;
        private readonly TArgument _argument = argument;

        public void MoveNext()
        {
            try
            {
                Started = continuation.Invoke(_argument, out Result, out Token);
            }
            catch (Exception exception)
            {
                Started = PooledValueTask.Failed<TResult>(exception).Split(out Result, out Token);
            }
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
