namespace PooledAwait;

/// <summary>
/// Waiters in the order of arrival, linked through themselves: a queue has no memory of its own, and a waiter leaves it at once wherever it
/// stands. A field of the owner, guarded by the owner's lock; or a local variable, for ended waits that are still to be published.
/// </summary>
/// <typeparam name="TResult">The result of a wait.</typeparam>
internal struct WaiterQueue<TResult>
{
    private QueuedWaiter<TResult>? _first;
    private QueuedWaiter<TResult>? _last;

    /// <summary>The first waiter; null if the queue is empty.</summary>
    internal readonly QueuedWaiter<TResult>? First => _first;

    internal readonly bool IsEmpty => _first is null;

    /// <summary>Whether the owner was disposed of, so that every new wait fails.</summary>
    internal bool IsClosed { get; private set; }

    /// <summary>Adds a new waiter, which is pending from now on. A canceled one stays out, and a closed queue fails it.</summary>
    internal void Add(QueuedWaiter<TResult> waiter, IWaiterOwner<TResult> owner)
    {
        if (waiter.IsCanceled)
        {
            return;
        }

        if (IsClosed)
        {
            waiter.Fail(Waiters.Disposed);
            return;
        }

        waiter.Begin(owner);
        Append(waiter);
    }

    internal void Remove(QueuedWaiter<TResult> waiter)
    {
        if (waiter._previous is { } previous)
        {
            previous._next = waiter._next;
        }
        else
        {
            _first = waiter._next;
        }

        if (waiter._next is { } next)
        {
            next._previous = waiter._previous;
        }
        else
        {
            _last = waiter._previous;
        }

        waiter._next = null;
        waiter._previous = null;
    }

    /// <summary>Ends the first wait.</summary>
    /// <param name="result">Its result.</param>
    /// <param name="released">Gets the waiter, unless another thread publishes the result.</param>
    internal void Release(TResult result, ref WaiterQueue<TResult> released)
    {
        QueuedWaiter<TResult> waiter = _first!;
        Remove(waiter);
        released.AddEnded(waiter, waiter.End(result));
    }

    /// <summary>Ends all waits.</summary>
    /// <inheritdoc cref="Release"/>
    internal void ReleaseAll(TResult result, ref WaiterQueue<TResult> released)
    {
        while (_first is not null)
        {
            Release(result, ref released);
        }
    }

    /// <summary>Ends all waits with a failure.</summary>
    /// <param name="failure">As <see cref="QueuedWaiter{TResult}.Fail"/> takes it.</param>
    /// <param name="released">As for <see cref="Release"/>.</param>
    internal void FailAll(object failure, ref WaiterQueue<TResult> released)
    {
        while (_first is { } waiter)
        {
            Remove(waiter);
            released.AddEnded(waiter, waiter.Fail(failure));
        }
    }

    /// <summary>Fails all waits, and those that come later, because the owner is disposed of; enters and leaves the lock.</summary>
    internal void Close(ref WaiterLock gate)
    {
        WaiterQueue<TResult> released = default;
        gate.Enter();
        IsClosed = true;
        FailAll(Waiters.Disposed, ref released);
        gate.Exit();
        released.Publish();
    }

    /// <summary>Adds a waiter whose wait has ended to those that the caller publishes.</summary>
    /// <param name="waiter">The waiter, which is in no queue.</param>
    /// <param name="isCallers">Whether the caller publishes it, as <see cref="QueuedWaiter{TResult}.End"/> said.</param>
    internal void AddEnded(QueuedWaiter<TResult> waiter, bool isCallers)
    {
        if (isCallers)
        {
            Append(waiter);
        }
    }

    /// <summary>Publishes the results of ended waits, in order; after the lock was left.</summary>
    internal void Publish()
    {
        QueuedWaiter<TResult>? waiter = _first;
        _first = null;
        _last = null;
        while (waiter is not null)
        {
            // The links first: a published waiter may serve another use.
            QueuedWaiter<TResult>? next = waiter._next;
            waiter._next = null;
            waiter._previous = null;
            waiter.Publish();
            waiter = next;
        }
    }

    private void Append(QueuedWaiter<TResult> waiter)
    {
        waiter._previous = _last;
        if (_last is null)
        {
            _first = waiter;
        }
        else
        {
            _last._next = waiter;
        }

        _last = waiter;
    }
}
