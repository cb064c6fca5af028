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

    /// <summary>Where the version begins in <see cref="_state"/>.</summary>
    private const int VersionShift = 32;

    /// <summary>One version in <see cref="_state"/>.</summary>
    private const long OneVersion = 1L << VersionShift;

    /// <summary>The greatest number of permits that <see cref="_state"/> can hold.</summary>
    internal const int MaxPermits = int.MaxValue / OnePermit;

    private readonly int _maximum;

    /// <summary>Creates the result of a wait from the version; null for the default value.</summary>
    private readonly Func<int, TResult>? _result;

    /// <summary>
    /// In the lower half the number of permits times two, plus <see cref="HasWaiters"/>; in the upper half the version, which only
    /// <see cref="TryRelease"/> changes. A word with waiters is written under the lock only.
    /// </summary>
    private long _state;

    private ShortLock _lock;

    /// <summary>A ring of waiters; its length is a power of two. Guarded by the lock, as the next two.</summary>
    private Waiter[] _ring;
    private int _head;
    private int _count;

    /// <summary>Creates a queue without waiters.</summary>
    /// <param name="permits">How many permits are free.</param>
    /// <param name="maximum">How many there may be.</param>
    /// <param name="result">See <see cref="_result"/>.</param>
    internal PermitQueue(int permits, int maximum, Func<int, TResult>? result = null)
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
    internal int Permits => PermitsIn(Atomic.Read(ref _state));

    /// <summary>How many entries the queue has room for.</summary>
    internal readonly int Capacity => _ring.Length;

    /// <summary>Takes a permit if one is free.</summary>
    internal bool TryTake() => TryTake(out _);

    /// <inheritdoc cref="TryTake()"/>
    /// <param name="version">The version at that moment.</param>
    internal bool TryTake(out int version)
    {
        while (true)
        {
            long state = Atomic.Read(ref _state);
            version = VersionOf(state);
            if (PermitsIn(state) == 0)
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
            long state = Atomic.Read(ref _state);
            if (PermitsIn(state) > _maximum - count)
            {
                return false;
            }

            if ((state & HasWaiters) != 0)
            {
                return null;
            }

            if (Atomic.CompareExchange(ref _state, state + ((long)count * OnePermit), state))
            {
                return true;
            }
        }
    }

    /// <summary>Takes all permits away.</summary>
    internal void Clear()
    {
        long state;
        do
        {
            state = Atomic.Read(ref _state);
        }
        while (PermitsIn(state) != 0 && !Atomic.CompareExchange(ref _state, state - ((long)PermitsIn(state) * OnePermit), state));
    }

    /// <summary>Waits for a permit, in the order of the calls.</summary>
    /// <param name="milliseconds">How long to wait; -1 for no end.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    internal PooledValueTask<TResult> WaitAsync(long milliseconds, CancellationToken cancellationToken)
    {
        // Continuations go through the thread pool, so that the releasing thread runs no code of the next owner.
        SourceOperation<TResult> operation = SourceOperation<TResult>.Rent(
            TaskCreationOptions.RunContinuationsAsynchronously, milliseconds, TimeProvider.System, cancellationToken);
        Waiter waiter = new(operation);
        if (waiter.IsPending && !TryEnqueue(waiter, out int version) && !waiter.TrySetResult(CreateResult(version)))
        {
            // The wait was canceled or timed out after it got its permit.
            Release();
        }

        return waiter.Task;
    }

    /// <summary>Queues a waiter, unless a permit is free.</summary>
    /// <returns>True if the waiter is queued; false if the caller took a permit instead, and the waiter is in no queue.</returns>
    private bool TryEnqueue(Waiter waiter, out int version)
    {
        Waiter[]? larger = null;
        while (true)
        {
            Interleaving.Point();
            _lock.Enter();
            if (TryTakeOrMarkWaiters(out version))
            {
                _lock.Exit();
                return false;
            }

            if (_count == _ring.Length && !TryMakeRoom(ref larger))
            {
                int length = Math.Max(_ring.Length * 2, 8);
                _lock.Exit();

                // Outside of the lock: the allocation may wait for a collection, or fail. The mark without a waiter is legal.
                larger = new Waiter[length];
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
            if (TryHandOver(Atomic.Read(ref _state)))
            {
                return true;
            }
        }
    }

    /// <summary>As <see cref="Release"/>, by the owner of the only permit, who has taken it at a version; raises the version.</summary>
    /// <returns>False if the permit of that version was released already: nothing has happened.</returns>
    internal bool TryRelease(int version)
    {
        while (true)
        {
            long state = Atomic.Read(ref _state);
            if (VersionOf(state) != version || PermitsIn(state) != 0)
            {
                return false;
            }

            if ((state & HasWaiters) == 0)
            {
                if (Atomic.CompareExchange(ref _state, state + OneVersion + OnePermit, state))
                {
                    return true;
                }

                continue;
            }

            Interleaving.Point();
            _lock.Enter();
            if (Atomic.Read(ref _state) == state)
            {
                // Released: from here on a copy of the owner's version is stale. The permit is this thread's, under the next version.
                Atomic.Write(ref _state, state + OneVersion);
                return TryHandOver(state + OneVersion) || Release();
            }

            _lock.Exit();
        }
    }

    /// <summary>Gives the caller's permit to the first waiter, or adds it to the free ones if there is none.</summary>
    /// <remarks>The caller has entered the lock; this leaves it.</remarks>
    /// <param name="state">The word, read under the lock.</param>
    /// <returns>False if the permit is still the caller's.</returns>
    private bool TryHandOver(long state)
    {
        if (_count == 0)
        {
            // Without the mark, other threads may have added permits.
            bool isMarked = (state & HasWaiters) != 0;
            if (isMarked)
            {
                Atomic.Write(ref _state, state - HasWaiters + OnePermit);
            }

            _lock.Exit();
            return isMarked;
        }

        Waiter waiter = _ring[_head];
        _ring[_head] = default;
        _head = (_head + 1) & (_ring.Length - 1);
        _count--;
        _lock.Exit();

        // False: the waiter was canceled or timed out.
        return waiter.TrySetResult(CreateResult(VersionOf(state)));
    }

    private static int PermitsIn(long state) => (int)((uint)state / OnePermit);

    private static int VersionOf(long state) => (int)(state >> VersionShift);

    private readonly TResult CreateResult(int version) => _result is null ? default! : _result(version);

    private bool TryTakeOrMarkWaiters(out int version)
    {
        while (true)
        {
            long state = Atomic.Read(ref _state);
            version = VersionOf(state);
            if (PermitsIn(state) != 0)
            {
                if (Atomic.CompareExchange(ref _state, state - OnePermit, state))
                {
                    return true;
                }
            }
            else if ((state & HasWaiters) != 0 || Atomic.CompareExchange(ref _state, state | HasWaiters, state))
            {
                return false;
            }
        }
    }

    /// <summary>Drops stale entries, and moves the live ones to a larger ring if more than half of the entries are live.</summary>
    /// <param name="larger">A larger ring, taken if it is used; null if the caller has none yet.</param>
    /// <returns>Whether there is room now.</returns>
    private bool TryMakeRoom(ref Waiter[]? larger)
    {
        int live = 0;
        for (int i = 0; i < _count; i++)
        {
            ref Waiter entry = ref _ring[(_head + i) & (_ring.Length - 1)];
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

    /// <summary>A wait: the operation, and the token of its use.</summary>
    private readonly struct Waiter
    {
        private readonly SourceOperation<TResult> _operation;
        private readonly short _token;

        internal Waiter(SourceOperation<TResult> operation)
        {
            _operation = operation;
            _token = operation.Token;
        }

        /// <summary>Whether a permit could be given to it at this moment.</summary>
        internal bool IsPending => _operation.CanBeginCompletion(_token);

        /// <summary>The task of the wait.</summary>
        internal PooledValueTask<TResult> Task => new(_operation, default!, _token);

        /// <summary>Ends the wait.</summary>
        /// <returns>False if it was canceled or timed out.</returns>
        internal bool TrySetResult(TResult result) => _operation.TrySucceed(_token, result);
    }
}
