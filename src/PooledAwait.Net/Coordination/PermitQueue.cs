using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>Permits, and their waiters in the order of arrival: the common part of the lock, the semaphore and the event.</summary>
/// <remarks>
/// <para>
/// While a waiter is queued there are no free permits, so that no caller overtakes it. A released permit goes to the first waiter directly;
/// the releasing thread keeps it until a waiter accepts it or the queue is empty. No permit is lost, and none is free while a waiter is
/// queued.
/// </para>
/// <para>
/// A waiter that was canceled or timed out stays in the queue as a stale entry until its turn comes, or until the queue is full. A full
/// queue drops its stale entries, and grows only if more than half of the entries are live.
/// </para>
/// <para>A mutable struct: a field of its owner, never copied. Continuations never run under the lock.</para>
/// </remarks>
/// <typeparam name="TResult">The result of a wait.</typeparam>
internal struct PermitQueue<TResult>
{
    /// <summary>In <see cref="_state"/>: waiters may be queued, and there are no permits. Set and cleared under the lock.</summary>
    private const int HasWaiters = 1;

    /// <summary>One permit in <see cref="_state"/>.</summary>
    private const int OnePermit = 2;

    /// <summary>The greatest number of permits that <see cref="_state"/> can hold.</summary>
    internal const int MaxPermits = int.MaxValue / OnePermit;

    private readonly int _maximum;

    /// <summary>Creates the result of a wait, on the thread that holds the permit; null for the default value.</summary>
    private readonly Func<TResult>? _result;

    /// <summary>The number of permits times two, plus <see cref="HasWaiters"/>.</summary>
    private int _state;

    private ShortLock _lock;

    /// <summary>A ring of waiters; its length is a power of two. Guarded by the lock, as the next two.</summary>
    private PooledValueTaskSource<TResult>[] _ring;
    private int _head;
    private int _count;

    /// <summary>Creates a queue without waiters.</summary>
    /// <param name="permits">How many permits are free.</param>
    /// <param name="maximum">How many there may be.</param>
    /// <param name="result">See <see cref="_result"/>.</param>
    internal PermitQueue(int permits, int maximum, Func<TResult>? result = null)
    {
        _maximum = maximum;
        _result = result;
        _state = permits * OnePermit;
        _lock = default;
        _ring = [];
        _head = 0;
        _count = 0;
    }

    /// <summary>The number of permits that are free now.</summary>
    internal int Permits => Atomic.Read(ref _state) / OnePermit;

    /// <summary>How many entries the queue has room for.</summary>
    internal readonly int Capacity => _ring.Length;

    /// <summary>Takes a permit if one is free.</summary>
    internal bool TryTake()
    {
        while (true)
        {
            int state = Atomic.Read(ref _state);
            if (state < OnePermit)
            {
                return false;
            }

            if (Atomic.CompareExchange(ref _state, state - OnePermit, state))
            {
                return true;
            }
        }
    }

    /// <summary>Adds permits if no waiter is queued.</summary>
    /// <param name="count">How many.</param>
    /// <returns>False if the maximum is exceeded; null if waiters may be queued.</returns>
    internal bool? TryAdd(int count)
    {
        while (true)
        {
            int state = Atomic.Read(ref _state);
            if (state / OnePermit > _maximum - count)
            {
                return false;
            }

            if ((state & HasWaiters) != 0)
            {
                return null;
            }

            if (Atomic.CompareExchange(ref _state, state + (count * OnePermit), state))
            {
                return true;
            }
        }
    }

    /// <summary>Takes all permits away.</summary>
    internal void Clear()
    {
        int state;
        do
        {
            state = Atomic.Read(ref _state);
        }
        while (state >= OnePermit && !Atomic.CompareExchange(ref _state, state & HasWaiters, state));
    }

    /// <summary>Waits for a permit, in the order of the calls.</summary>
    /// <param name="milliseconds">How long to wait; -1 for no end.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    internal PooledValueTask<TResult> WaitAsync(long milliseconds, CancellationToken cancellationToken)
    {
        // Continuations go through the thread pool, so that the releasing thread runs no code of the next owner.
        SourceOperation<TResult> operation = SourceOperation<TResult>.Rent(
            TaskCreationOptions.RunContinuationsAsynchronously, milliseconds, TimeProvider.System, cancellationToken);
        PooledValueTaskSource<TResult> waiter = new(operation);
        if (waiter.IsPending && !TryEnqueue(waiter) && !waiter.TrySetResult(GetResult()))
        {
            // The wait was canceled or timed out after it got its permit.
            Release();
        }

        return waiter.PooledTask;
    }

    /// <summary>Queues a waiter, unless a permit is free.</summary>
    /// <returns>True if the waiter is queued; false if the caller took a permit instead, and the waiter is in no queue.</returns>
    private bool TryEnqueue(in PooledValueTaskSource<TResult> waiter)
    {
        PooledValueTaskSource<TResult>[]? larger = null;
        while (true)
        {
            Interleaving.Point();
            _lock.Enter();
            if (TryTakeOrMarkWaiters())
            {
                _lock.Exit();
                return false;
            }

            if (_count == _ring.Length && !TryMakeRoom(ref larger))
            {
                int length = Math.Max(_ring.Length * 2, 8);
                _lock.Exit();

                // Outside of the lock: the allocation may wait for a collection, or fail. The mark without a waiter is legal.
                larger = new PooledValueTaskSource<TResult>[length];
                continue;
            }

            _ring[(_head + _count) & (_ring.Length - 1)] = waiter;
            _count++;
            _lock.Exit();
            return true;
        }
    }

    /// <summary>Gives a permit to the first waiter that accepts it, or adds it to the free ones.</summary>
    /// <returns>Whether there was a waiter, or room.</returns>
    internal bool Release()
    {
        while (true)
        {
            if (TryAdd(1) is { } isAdded)
            {
                return isAdded;
            }

            Interleaving.Point();
            _lock.Enter();
            if (_count == 0)
            {
                // Only the lock's owner writes a marked word. Without the mark, other threads may have added permits.
                bool isMarked = (Atomic.Read(ref _state) & HasWaiters) != 0;
                if (isMarked)
                {
                    Atomic.Write(ref _state, OnePermit);
                }

                _lock.Exit();
                if (isMarked)
                {
                    return true;
                }

                continue;
            }

            PooledValueTaskSource<TResult> waiter = _ring[_head];
            _ring[_head] = default;
            _head = (_head + 1) & (_ring.Length - 1);
            _count--;
            _lock.Exit();

            // False: the waiter was canceled or timed out, and the permit is still the caller's.
            if (waiter.TrySetResult(GetResult()))
            {
                return true;
            }
        }
    }

    private readonly TResult GetResult() => _result is null ? default! : _result();

    private bool TryTakeOrMarkWaiters()
    {
        while (true)
        {
            int state = Atomic.Read(ref _state);
            if (state >= OnePermit)
            {
                if (Atomic.CompareExchange(ref _state, state - OnePermit, state))
                {
                    return true;
                }
            }
            else if (state == HasWaiters || Atomic.CompareExchange(ref _state, HasWaiters, state))
            {
                return false;
            }
        }
    }

    /// <summary>Drops stale entries, and moves the live ones to a larger ring if more than half of the entries are live.</summary>
    /// <param name="larger">A larger ring, taken if it is used; null if the caller has none yet.</param>
    /// <returns>Whether there is room now.</returns>
    private bool TryMakeRoom(ref PooledValueTaskSource<TResult>[]? larger)
    {
        int live = 0;
        for (int i = 0; i < _count; i++)
        {
            ref PooledValueTaskSource<TResult> entry = ref _ring[(_head + i) & (_ring.Length - 1)];
            if (entry.IsPending)
            {
                _ring[(_head + live++) & (_ring.Length - 1)] = entry;
            }
        }

        for (int i = live; i < _count; i++)
        {
            _ring[(_head + i) & (_ring.Length - 1)] = default;
        }

        _count = live;
        if (live <= _ring.Length / 2 && _ring.Length > 0)
        {
            return true;
        }

        if (larger is null || larger.Length <= _ring.Length)
        {
            return false;
        }

        for (int i = 0; i < live; i++)
        {
            larger[i] = _ring[(_head + i) & (_ring.Length - 1)];
        }

        _ring = larger;
        _head = 0;
        larger = null;
        return true;
    }
}
