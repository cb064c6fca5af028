using System;

namespace PooledAwait;

/// <summary>
/// Waits for one input on behalf of a combinator that waits for several at once, and consumes it. It is
/// registered with the input as the box of an async method is, and returns to its pool when it is resumed.
/// </summary>
/// <typeparam name="T">The input's result; <see cref="VoidResult"/> if it has none.</typeparam>
internal sealed class Listener<T> : Operation, IWaiter
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(Listener<T>));

    /// <summary>What the listener waits for. Written before it is registered, cleared when it is resumed.</summary>
    private Input _input;

    /// <summary>Who is told, and in which use of it. As <see cref="_input"/>.</summary>
    private IInputObserver<T>? _observer;
    private short _observerToken;

    private Listener()
        : base(s_pool)
    {
    }

    /// <summary>Tells the observer when the input is complete; it may do so before this returns, on another thread.</summary>
    /// <exception cref="InvalidOperationException">The input can't be awaited.</exception>
    internal static void Listen(in Input input, IInputObserver<T> observer, short observerToken)
    {
        Listener<T> listener = s_pool.TryRent<Listener<T>>() ?? new Listener<T>();

        // No handle could be lost.
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

    public Operation? Resume(ThreadState thread, Operation? transferred)
    {
        Input input = _input;
        IInputObserver<T> observer = _observer!;
        short token = _observerToken;
        Release(thread);

        T result;
        object? failure;
        try
        {
            failure = input.Consume(thread, out result);
        }
        catch (InvalidOperationException exception)
        {
            // Somebody else used the handle as well and was faster.
            result = default!;
            failure = Failure.Of(new UnusableInputException(exception));
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
