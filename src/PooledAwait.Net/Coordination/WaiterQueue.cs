using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// Waiters in the order of arrival, linked through themselves: a queue has no memory of its own, and a waiter leaves it at once wherever it
/// stands. All types that are waited for, and both sides of a channel, are states over this queue.
/// </summary>
/// <remarks>
/// While a wait is pending, the first can't take what it waits for. So whoever changes the state, or removes a waiter, calls
/// <see cref="Admit"/> before it leaves the lock.
/// </remarks>
/// <param name="tryTake">Takes what the first waiter waits for.</param>
/// <param name="gate">The lock that several queues share; else a queue is its own.</param>
/// <param name="onFailed">Gets what a wait has brought along that fails; outside of the lock.</param>
internal sealed class WaiterQueue<TResult>(
    OperationPool pool, Taking<TResult> tryTake, WaiterLock? gate = null, Action<TResult>? onFailed = null) : WaiterLock
{
    /// <summary>The failure of waits whose owner was disposed of: each gets a new ObjectDisposedException.</summary>
    internal static readonly object Disposed = new();

    /// <summary>Null, or why new waits fail that would not end at once; as <see cref="End"/> takes it. Written under the lock.</summary>
    private object? _closed;

    private QueuedWaiter<TResult>? _last;

    internal WaiterLock Lock => gate ?? this;

    /// <summary>The first waiter; null if the queue is empty.</summary>
    internal QueuedWaiter<TResult>? First { get; private set; }

    internal bool IsEmpty => First is null;

    /// <summary>Whether waits fail that would not end at once.</summary>
    internal bool IsClosed => Volatile.Read(ref _closed) is not null;

    /// <summary>Whether the owner was disposed of.</summary>
    internal bool IsDisposed => ReferenceEquals(_closed, Disposed);

    /// <summary>Takes what a wait takes, if it is there and nobody waits.</summary>
    /// <inheritdoc cref="Taking{TResult}"/>
    internal bool TryTake(ref TResult result)
    {
        Lock.Enter();
        bool isTaken = IsEmpty && tryTake(ref result);
        Lock.Exit();
        return isTaken;
    }

    /// <summary>The same for a Try method.</summary>
    /// <param name="brought">
    /// What a wait would bring along. A copy of this call's own gets the result, because threads may share the variable of the other.
    /// </param>
    /// <param name="result">What was taken, or the default.</param>
    /// <exception cref="ObjectDisposedException">The owner was disposed of.</exception>
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

    /// <summary>Waits.</summary>
    /// <param name="milliseconds">The timeout; -1 for none.</param>
    /// <param name="cancellationToken">Ends the wait; one that is canceled already takes nothing.</param>
    /// <param name="runContinuationsInline">As in <see cref="QueuedWaiter{TResult}.Prepare"/>.</param>
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

    /// <summary>Ends the waits of the first waiters, as many as can take what they wait for. Under the lock, as those below.</summary>
    internal void Admit()
    {
        while (First is { } waiter && waiter.TryTake(tryTake))
        {
            End(waiter);
        }
    }

    /// <summary>Ends the first wait.</summary>
    internal void Release(TResult result)
    {
        QueuedWaiter<TResult> waiter = First!;
        waiter.SetResult(result);
        End(waiter);
    }

    /// <summary>Ends a wait in the queue.</summary>
    /// <param name="failure">Null; or the failure, as <see cref="QueuedWaiter{TResult}.End"/> takes it.</param>
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

    /// <summary>Ends all waits with a failure.</summary>
    internal void FailAll(object failure)
    {
        while (First is { } waiter)
        {
            End(waiter, failure);
        }
    }

    /// <summary>Fails all waits, and those that come later.</summary>
    /// <param name="failure">The failure of those that wait.</param>
    /// <param name="later">That of later ones, if it is another.</param>
    internal void Close(object failure, object? later = null)
    {
        _closed = later ?? failure;
        FailAll(failure);
    }

    /// <summary>Closes the queue, because its owner is disposed of; enters and leaves the lock.</summary>
    internal void Dispose()
    {
        Lock.Enter();
        Close(Disposed);
        Lock.Exit();
    }

    /// <summary>Adds a new waiter, unless the queue is closed.</summary>
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

/// <summary>Takes what a wait takes, if it is there; called under the lock.</summary>
/// <param name="result">What the wait has brought along; gets the result of the wait.</param>
/// <returns>Whether it was taken.</returns>
internal delegate bool Taking<TResult>(ref TResult result);
