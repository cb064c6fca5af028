namespace PooledAwait;

/// <summary>Waits for one input of a combinator, and consumes it. The listener registers with the input as the box of an async method does,
/// and returns to its pool when it is resumed.</summary>
[PublicName("an input of a combinator")]
internal sealed class Listener<T>() : Operation(s_pool)
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(Listener<T>));

    /// <summary>The input. Written before the registration, cleared by the resumption.</summary>
    private Operation<T>? _input;
    private short _inputToken;

    /// <summary>The observer, the token of its use, and the index of this input. Written together with <see cref="_input"/>.</summary>
    private IInputObserver<T>? _observer;
    private short _observerToken;
    private int _index;

    /// <summary>Calls the observer with the input's outcome: now if the input is complete, otherwise when it completes, perhaps on another
    /// thread before this returns. If the input can't be awaited, this returns the failure that says so, and calls nothing.</summary>
    internal static object? Listen(in PooledValueTask<T> task, int index, IInputObserver<T> observer, short observerToken)
    {
        Operation<T>? input = task._operation;
        T result = task._result;
        object? failure = null;
        try
        {
            if (input is not null)
            {
                if (!input.IsCompleted(task._token))
                {
                    Register(input, task._token, index, observer, observerToken);
                    return null;
                }

                failure = input.Consume(task._token, out result);
            }
        }
        catch (InvalidOperationException exception)
        {
            return new UnusableInputException(exception);
        }

        // The observer is still being set up and has no awaiter yet, so it is completed here.
        observer.Observe(observerToken, index, result, failure)?.Complete();
        return null;
    }

    internal override Operation? ResumeWaiter(ThreadState thread)
    {
        Operation<T> input = _input!;
        short inputToken = _inputToken;
        IInputObserver<T> observer = _observer!;
        short observerToken = _observerToken;
        int index = _index;
        Release(thread);

        T result;
        object? failure;
        try
        {
            failure = input.Consume(inputToken, out result);
        }
        catch (InvalidOperationException exception)
        {
            // Other code consumed the handle first.
            result = default!;
            failure = new UnusableInputException(exception);
        }

        return observer.Observe(observerToken, index, result, failure);
    }

    private static void Register(Operation<T> input, short inputToken, int index, IInputObserver<T> observer, short observerToken)
    {
        Listener<T> listener = s_pool.TryRent<Listener<T>>() ?? new Listener<T>();

        // A listener has no handle that could be lost.
        OperationTracker.Current?.Consume(listener, listener.Token);
        listener._input = input;
        listener._inputToken = inputToken;
        listener._observer = observer;
        listener._observerToken = observerToken;
        listener._index = index;
        try
        {
            // No scheduling context, because combinators run no user code.
            input.Register(listener, inputToken);
        }
        catch
        {
            listener.Release(ThreadState.Current);
            throw;
        }
    }

    private void Release(ThreadState thread)
    {
        _input = null;
        _observer = null;
        s_pool.Return(thread, this);
    }
}
