using System;
using System.Runtime.CompilerServices;
using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>
/// A continuation that waits for its antecedent, and then perhaps for the operation it started. It does what the async
/// method <c>return await continuation(await antecedent)</c> does, without a state machine.
/// </summary>
/// <typeparam name="TArgument">The antecedent's result.</typeparam>
/// <typeparam name="TResult">The continuation's.</typeparam>
/// <typeparam name="TContinuation">What is called.</typeparam>
internal sealed class ThenOperation<TArgument, TResult, TContinuation> : Operation<TResult>
    where TContinuation : struct, IContinuation<TArgument, TResult>
{
    private static readonly OperationPool s_pool =
        OperationPool.Create(typeof(ThenOperation<TArgument, TResult, TContinuation>));

    /// <summary>What this waits for: first the antecedent, an Operation of the argument; then one of the result. Null when neither.</summary>
    private Operation? _awaited;

    private TContinuation _continuation;
    private short _awaitedToken;
    private bool _isCalled;

    private ThenOperation()
        : base(s_pool)
    {
    }

    /// <summary>Continues with a call, now or when the antecedent is complete.</summary>
    /// <param name="antecedent">The antecedent's operation; null if its result is here.</param>
    /// <param name="result">The antecedent's result, if there is no operation.</param>
    /// <param name="token">The antecedent's token.</param>
    /// <param name="continuation">What to call.</param>
    internal static PooledValueTask<TResult> Run(
        Operation<TArgument>? antecedent, in TArgument result, short token, TContinuation continuation)
    {
        return antecedent is null ? RunNow(result, continuation) : RunAfter(antecedent, token, continuation);
    }

    private static PooledValueTask<TResult> RunNow(in TArgument argument, TContinuation continuation)
    {
        if (!ContextGuard.TryEnter(out ContextGuard guard))
        {
            return RunNowAsMethod(argument, continuation);
        }

        PooledValueTask<TResult> task;
        try
        {
            task = continuation.Invoke(argument);
        }
        catch (Exception exception)
        {
            task = Fail(Failure.Of(exception));
        }

        guard.Exit();
        return task;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and keeps its locals out of the caller's frame
    private static PooledValueTask<TResult> RunNowAsMethod(in TArgument argument, TContinuation continuation)
    {
        Call call = new(argument, continuation);
        default(AsyncTaskMethodBuilder).Start(ref call);
        return call.Task;
    }

    private static PooledValueTask<TResult> RunAfter(Operation<TArgument> antecedent, short token, TContinuation continuation)
    {
        object? failure;
        try
        {
            if (!antecedent.IsCompleted(token))
            {
                return Suspend(antecedent, token, continuation);
            }

            failure = antecedent.Consume(token, out TArgument argument);
            if (failure is null)
            {
                return RunNow(argument, continuation);
            }
        }
        catch (InvalidOperationException misuse)
        {
            // The antecedent was consumed or awaited before: as in an async method, that is the new task's exception.
            failure = Failure.Of(misuse);
        }

        return Fail(failure);
    }

    private static PooledValueTask<TResult> Fail(object failure)
    {
        SourceOperation<TResult> operation = SourceOperation<TResult>.Rent();
        short token = operation.Token;
        operation.TryFail(token, failure);
        return new PooledValueTask<TResult>(operation, default!, token);
    }

    private static PooledValueTask<TResult> Suspend(Operation<TArgument> antecedent, short token, TContinuation continuation)
    {
        object? pooled = s_pool.TryRent();
        ThenOperation<TArgument, TResult, TContinuation> operation = pooled is not null
            ? Cast.To<ThenOperation<TArgument, TResult, TContinuation>>(pooled)
            : new ThenOperation<TArgument, TResult, TContinuation>();
        operation._awaited = antecedent;
        operation._awaitedToken = token;
        operation._continuation = continuation;
        operation.CaptureContext();

        // Read before it is linked: from then on it may be complete, though nobody has its handle yet.
        short own = operation.Token;
        antecedent.Link(operation, token, useSchedulingContext: true, StateWord.Linked | StateWord.Owned);
        return new PooledValueTask<TResult>(operation, default!, own);
    }

    internal override Operation? Resume(ThreadState thread)
    {
        object? failure;
        try
        {
            if (_isCalled)
            {
                failure = EndSecondWait(thread);
            }
            else if (EndFirstWait(thread, out failure))
            {
                // Waits again, and may be running on another thread by now.
                return null;
            }
        }
        catch (Exception exception)
        {
            failure = Failure.Of(exception);
        }

        SetFailure(failure);
        return Complete(thread);
    }

    /// <summary>The antecedent is complete: calls the continuation.</summary>
    /// <returns>Whether what the continuation started is pending, and this waits for it.</returns>
    private bool EndFirstWait(ThreadState thread, out object? failure)
    {
        Operation<TArgument> antecedent = Cast.To<Operation<TArgument>>(_awaited!);
        TContinuation continuation = _continuation;
        _awaited = null;
        _continuation = default;

        failure = antecedent.Consume(_awaitedToken, thread, out TArgument argument);
        if (failure is not null)
        {
            return false;
        }

        PooledValueTask<TResult> started = continuation.Invoke(argument);
        Operation<TResult>? operation = started._operation;
        if (operation is null)
        {
            _result = started._result;
            return false;
        }

        if (operation.IsCompleted(started._token))
        {
            failure = operation.Consume(started._token, thread, out _result);
            return false;
        }

        // No context and no scheduler: nothing of the user's runs when this wait is over.
        _awaited = operation;
        _awaitedToken = started._token;
        _isCalled = true;
        try
        {
            operation.Link(this, started._token, useSchedulingContext: false, StateWord.Linked | StateWord.Owned);
            return true;
        }
        catch
        {
            _awaited = null;
            _isCalled = false;
            throw;
        }
    }

    /// <summary>What the continuation started is complete: its result is this one's.</summary>
    private object? EndSecondWait(ThreadState thread)
    {
        Operation<TResult> started = Cast.To<Operation<TResult>>(_awaited!);
        _awaited = null;
        _isCalled = false;
        return started.Consume(_awaitedToken, thread, out _result);
    }

    /// <summary>
    /// A call right now as the first and only part of an async method, for the framework's guard.
    /// </summary>
    private struct Call : IAsyncStateMachine
    {
        internal PooledValueTask<TResult> Task;
        private readonly TContinuation _continuation;
        private readonly TArgument _argument;

        internal Call(in TArgument argument, TContinuation continuation)
        {
            Task = default;
            _argument = argument;
            _continuation = continuation;
        }

        public void MoveNext()
        {
            try
            {
                Task = _continuation.Invoke(_argument);
            }
            catch (Exception exception)
            {
                Task = Fail(Failure.Of(exception));
            }
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
