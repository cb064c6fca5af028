namespace PooledAwait;

/// <summary>Waits for any number of inputs of one type, one after the other. It completes with the last of them, in whatever order they
/// complete, and needs one object and one registration at a time. The object is a waiter that its inputs resume.</summary>
/// <typeparam name="TResult">An array of the results; <see cref="VoidResult"/> if the caller has given the memory for them.</typeparam>
[PublicName("PooledValueTask.WhenAll")]
internal sealed class WhenAllOperation<T, TResult>() : Operation<TResult>(s_pool)
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOperation<T, TResult>));

    /// <summary>The inputs that were pending when they were added; written until <see cref="Start"/>.</summary>
    private GrowingBuffer<(int Index, Operation<T> Operation, short Token)> _pending;

    /// <summary>How many of <see cref="_pending"/> are consumed. Written only by the thread that resumes this waiter.</summary>
    private int _next;

    private FailureCollector _failures;

    /// <summary>Receives the results; empty for inputs without results.</summary>
    private Memory<T> _destination;

    internal static PooledValueTask<TResult> Run<TTask, TKind>(ReadOnlySpan<TTask> tasks, Memory<T> destination, TResult result)
        where TKind : struct, IInputKind<TTask, T>
    {
        if (destination.Length < tasks.Length && typeof(T) != typeof(VoidResult))
        {
            throw Failures.TooFewResults();
        }

        // Gets the span first, because a memory manager may throw, and then nothing may be rented or consumed.
        Span<T> results = destination.Span;
        WhenAllOperation<T, TResult> all = s_pool.TryRent<WhenAllOperation<T, TResult>>() ?? new WhenAllOperation<T, TResult>();
        all._destination = destination;
        all._result = result;
        for (int i = 0; i < tasks.Length; i++)
        {
            PooledValueTask<T> task = default(TKind).ToPooled(tasks[i]);
            if (task._operation is not null)
            {
                all.Add(i, task._operation, task._token);
            }
            else if (!results.IsEmpty)
            {
                results[i] = task._result;
            }
        }

        return new PooledValueTask<TResult>(all, default!, all.Start());
    }

    internal override bool MayHaveSeveralErrors => true;

    internal override Operation? ResumeWaiter(ThreadState thread)
    {
        if (!Advance())
        {
            return null;
        }

        Finish();
        return this;
    }

    private void Add(int index, Operation<T> operation, short token)
    {
        try
        {
            if (operation.IsCompleted(token))
            {
                Take(index, operation, token);
            }
            else
            {
                _pending.Add((index, operation, token));
            }
        }
        catch (InvalidOperationException exception)
        {
            _failures.Add(index, new UnusableInputException(exception));
        }
    }

    private short Start()
    {
        short token = Token;
        if (Advance())
        {
            // No handle exists yet, so that no awaiter can be registered.
            Finish();
            Complete();
        }

        return token;
    }

    /// <returns>Whether all inputs are consumed. If not, this waiter is registered, and may already run on another thread.</returns>
    private bool Advance()
    {
        while (_next < _pending.Count)
        {
            (int index, Operation<T> operation, short token) = _pending[_next];
            try
            {
                if (!operation.IsCompleted(token))
                {
                    // No scheduling context, because combinators run no user code.
                    operation.Register(this, token);
                    return false;
                }

                Take(index, operation, token);
            }
            catch (InvalidOperationException exception)
            {
                _failures.Add(index, new UnusableInputException(exception));
            }

            _next++;
        }

        return true;
    }

    /// <summary>Consumes an input and stores its result. Throws if the input was consumed elsewhere.</summary>
    private void Take(int index, Operation<T> operation, short token)
    {
        object? failure = operation.Consume(token, out T result);
        if (failure is null && !_destination.IsEmpty)
        {
            failure = Store(index, result);
        }

        if (failure is not null)
        {
            _failures.Add(index, failure);
        }
    }

    /// <summary>Writes a result into the caller's memory. That is user code; its exception counts as the input's failure.</summary>
    private Exception? Store(int index, T result)
    {
        try
        {
            _destination.Span[index] = result;
            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    private void Finish()
    {
        _pending.Clear();
        _next = 0;
        _destination = default;
        object? failure = _failures.Take();
        if (failure is not null)
        {
            ClearResult();
        }

        SetFailure(failure);
    }
}
