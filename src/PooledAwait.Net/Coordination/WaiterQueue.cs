namespace PooledAwait;

/// <summary>Waiters in the order of arrival, linked through themselves. So a queue has no memory of its own, and a waiter leaves it at once
/// wherever it stands. All types that one can wait for, and both sides of a channel, keep their state over this queue.</summary>
/// <remarks>While waits are pending, the first of them can't take what it waits for. So code that changes the state, or removes a waiter,
/// must call <see cref="Admit"/> before it leaves the lock.</remarks>
/// <param name="tryTake">Takes what the first waiter waits for.</param>
/// <param name="gate">The lock that several queues share; by default a queue has its own.</param>
/// <param name="onFailed">Called outside of the lock with what the caller passed to a wait that has failed.</param>
internal sealed class WaiterQueue<TResult>(
    OperationPool pool, Taking<TResult> tryTake, WaiterLock? gate = null, Action<TResult>? onFailed = null) : WaiterLock
{
    /// <summary>The failure of waits whose owner was disposed of: each gets a new ObjectDisposedException.</summary>
    internal static readonly object Disposed = new();

    /// <summary>Null, or the failure of new waits that would not end at once. Written under the lock.</summary>
    private object? _closed;

    private QueuedWaiter<TResult>? _last;

    internal WaiterLock Lock => gate ?? this;

    internal QueuedWaiter<TResult>? First { get; private set; }

    internal bool IsEmpty => First is null;

    /// <summary>Whether waits that would not end at once fail.</summary>
    internal bool IsClosed => Volatile.Read(ref _closed) is not null;

    internal bool IsDisposed => ReferenceEquals(_closed, Disposed);

    /// <summary>Takes what a wait takes, if it is there and nobody waits.</summary>
    internal bool TryTake(ref TResult result)
    {
        Lock.Enter();
        bool isTaken = IsEmpty && tryTake(ref result);
        Lock.Exit();
        return isTaken;
    }

    /// <summary>The same for a Try method. It throws if the owner was disposed of. The result is written to this call's own copy, because
    /// threads may share the caller's variable.</summary>
    internal bool TryTake(object owner, TResult brought, out TResult result)
    {
        bool isTaken = TryTake(ref brought);
        if (!isTaken)
        {
            onFailed?.Invoke(brought);
            if (IsDisposed)
            {
                throw Failures.Disposed(owner.GetType());
            }
        }

        result = isTaken ? brought : default!;
        return isTaken;
    }

    /// <summary>Waits. A timeout of -1 is none. A token that is already canceled ends the wait before it takes anything.</summary>
    internal PooledValueTask<TResult> WaitAsync(
        long milliseconds, CancellationToken cancellationToken, TResult result = default!, bool runContinuationsInline = false)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            onFailed?.Invoke(result);
            return PooledValueTask.FromCanceled<TResult>(cancellationToken);
        }

        if (TryTake(ref result))
        {
            return new PooledValueTask<TResult>(result);
        }

        // Outside of the lock, because it may allocate.
        QueuedWaiter<TResult> waiter = pool.TryRent<QueuedWaiter<TResult>>() ?? new QueuedWaiter<TResult>(pool, onFailed);
        waiter.Prepare(result, milliseconds, runContinuationsInline, cancellationToken);
        PooledValueTask<TResult> task = new(waiter, default!, waiter.Token);
        Lock.Enter();
        if (!IsEmpty || !waiter.TryTake(tryTake))
        {
            Add(waiter);
        }

        waiter.Start(Lock, milliseconds);
        return task;
    }

    /// <summary>Ends the waits of as many of the first waiters as can take what they wait for. Under the lock, like those below.</summary>
    internal void Admit()
    {
        while (First is { } waiter && waiter.TryTake(tryTake))
        {
            End(waiter);
        }
    }

    internal void Release(TResult result)
    {
        QueuedWaiter<TResult> waiter = First!;
        waiter.Result = result;
        End(waiter);
    }

    internal void End(QueuedWaiter<TResult> waiter, object? failure = null)
    {
        if (waiter._previous is { } previous)
        {
            previous._next = waiter._next;
        }
        else
        {
            First = waiter._next;
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
        if (waiter.End(failure))
        {
            Lock.AddEnded(waiter);
        }
    }

    internal void FailAll(object failure)
    {
        while (First is { } waiter)
        {
            End(waiter, failure);
        }
    }

    /// <summary>Fails all waits, and later ones too: with <paramref name="later"/>, if it is given.</summary>
    internal void Close(object failure, object? later = null)
    {
        // Captured once, because each wait throws the same exception.
        failure = Failure.Capture(failure);
        _closed = later ?? failure;
        FailAll(failure);
    }

    /// <summary>Closes the queue, because its owner is disposed of. Enters and leaves the lock itself.</summary>
    internal void Dispose()
    {
        Lock.Enter();
        Close(Disposed);
        Lock.Exit();
    }

    private void Add(QueuedWaiter<TResult> waiter)
    {
        if (_closed is not null)
        {
            waiter.End(_closed);
            return;
        }

        waiter.Begin(this);
        waiter._previous = _last;
        if (_last is null)
        {
            First = waiter;
        }
        else
        {
            _last._next = waiter;
        }

        _last = waiter;
    }
}
