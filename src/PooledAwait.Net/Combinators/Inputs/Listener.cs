using System;

namespace PooledAwait;

/// <summary>
/// Waits for one input of a combinator, and consumes it. The listener registers with the input as the box of an async method does, and
/// returns to its pool when it is resumed.
/// </summary>
/// <typeparam name="T">The input's result; <see cref="VoidResult"/> if it has none.</typeparam>
internal sealed class Listener<T> : Operation, IWaiter
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(Listener<T>));

    /// <summary>The input. Written before the registration, cleared by the resumption.</summary>
    private Input _input;

    /// <summary>The observer and the token of its use. Written as <see cref="_input"/>.</summary>
    private IInputObserver<T>? _observer;
    private short _observerToken;

    private Listener()
        : base(s_pool)
    {
    }

    /// <summary>Calls the observer when the input completes, perhaps on another thread before this method returns.</summary>
    /// <exception cref="InvalidOperationException">The input can't be awaited.</exception>
    internal static void Listen(in Input input, IInputObserver<T> observer, short observerToken)
    {
        Listener<T> listener = s_pool.TryRent<Listener<T>>() ?? new Listener<T>();

        // A listener has no handle that could be lost.
        OperationTracker.Current?.Consume(listener, listener.Token);
        listener._input = input;
        listener._observer = observer;
        listener._observerToken = observerToken;
        try
        {
            input.Register(listener);
        }
        catch
        {
            listener.Release(ThreadState.Current);
            throw;
        }
    }

    internal override Operation? ResumeWaiter(ThreadState thread)
    {
        Input input = _input;
        IInputObserver<T> observer = _observer!;
        short token = _observerToken;
        Release(thread);

        T result;
        object? failure;
        try
        {
            failure = input.Consume(out result);
        }
        catch (InvalidOperationException exception)
        {
            // Other code consumed the handle first.
            result = default!;
            failure = new UnusableInputException(exception);
        }

        return observer.Observe(token, input.Index, result, failure);
    }

    private void Release(ThreadState thread)
    {
        _input = default;
        _observer = null;
        s_pool.Return(thread, this);
    }
}
