using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The part of a pool that its threads share: full magazines, under a lock that is taken once per magazine. No user code runs
/// under it.
/// </summary>
internal sealed partial class Depot
{
    /// <summary>The number of arrays that the trimmer drops at once, so that it never holds the lock for long.</summary>
    private const int TrimStep = 64;

    /// <summary>The maximum of full arrays; out of reach where the size follows demand.</summary>
    private readonly int _maxArrays;

    private ShortLock _lock;

    /// <summary>Full arrays.</summary>
    private MagazineStack _full;

    /// <summary>Empty arrays, for threads that have filled their own, so that a repeated burst allocates none.</summary>
    private MagazineStack _empty;

    private long _rented;
    private long _returned;

    /// <summary>The highest number of returns that was read, because later readings must not show less.</summary>
    private long _returnedSeen;
    private long _allocated;
    private long _dropped;
    private long _retired;
    private long _rejected;

    /// <param name="type">The type of the pool.</param>
    /// <param name="size">The bound; <see cref="PoolSizes.DefaultSize"/> where no attribute gives one.</param>
    /// <param name="isUnloadable">Whether the type may be unloaded before this library.</param>
    internal Depot(Type type, int size, bool isUnloadable)
    {
        Type = type;
        if (isUnloadable || size <= SmallSize)
        {
            _maxItems = Math.Max(0, size);
            _items = _maxItems <= SmallSize ? new object?[_maxItems] : [];
        }
        else
        {
            // Subtracts a thread's magazine, which has two arrays and one slot, so that one thread stays within the bound.
            _maxArrays = ((size - 1) / Magazine.Capacity) - 2;
        }
    }

    /// <summary>The type of the pool in statistics.</summary>
    internal Type Type { get; }

    /// <summary>The pool's number; set by the <see cref="PoolRegistry"/>.</summary>
    internal OperationPool Pool { get; set; }

    /// <summary>Takes an object for a thread whose magazine is empty.</summary>
    /// <param name="magazine">The thread's magazine.</param>
    /// <param name="arrays">The magazine's arrays, or those that it had; see <see cref="PoolTrimmer"/>.</param>
    /// <returns>Null if there is none. The caller then creates one, which is counted here.</returns>
    internal object? Take(ref Magazine magazine, MagazineArrays arrays)
    {
        object? value = magazine.First;
        if (value is not null)
        {
            magazine.First = null;
        }
        else if (arrays.Count != 0 || TryLoad(ref magazine, arrays))
        {
            value = arrays.TryTake();
        }
        else
        {
            return null;
        }

        magazine.Rented++;
        return value;
    }

    /// <summary>Puts an object where a thread's magazine is full.</summary>
    /// <inheritdoc cref="Take"/>
    internal void Put(ref Magazine magazine, MagazineArrays arrays, object value)
    {
        if (magazine.First is null)
        {
            magazine.First = value;
        }
        else if (!arrays.TryPut(value) && TryUnload(ref magazine, arrays))
        {
            arrays.TryPut(value);
        }
    }

    /// <summary>Counts an object whose version is exhausted.</summary>
    internal void CountRetired()
    {
        _lock.Enter();
        _returned++;
        _retired++;
        _lock.Exit();
    }

    /// <summary>Counts an object that its owner drops.</summary>
    internal void CountDropped()
    {
        _lock.Enter();
        _returned++;
        _dropped++;
        _lock.Exit();
    }

    /// <summary>Counts a second return of one object.</summary>
    internal void CountRejected()
    {
        _lock.Enter();
        _rejected++;
        _lock.Exit();
    }

    /// <summary>
    /// Ends a period of the trimmer for a thread's magazine: drops it if it was used neither in the period nor in the one before, and adds
    /// up its counts.
    /// </summary>
    /// <param name="magazine">The magazine, of any thread; the caller has called <see cref="PoolThreads.Enter"/>.</param>
    /// <param name="always">Whether to drop it even if it was used.</param>
    /// <returns>Whether it was dropped.</returns>
    internal bool Trim(ref Magazine magazine, bool always)
    {
        _lock.Enter();
        bool isDropped = magazine.Arrays is not { } arrays || arrays.EndPeriod(magazine.Uses) || always;
        if (isDropped)
        {
            // The owner may be another thread, which may rent or return an object at this moment. It keeps the rented object; a returned
            // one goes to the garbage collector, as does an array from the depot. This code passes nothing on.
            Magazine before = magazine;
            magazine.First = null;
            magazine.Arrays = null;
            magazine.RentedAtExchange = before.Rented;
            _rented += before.RentedSinceExchange;
            _returned += before.ReturnedSinceExchange;
            _dropped += before.Idle;
        }
        else
        {
            Fold(ref magazine);
        }

        _lock.Exit();
        return isDropped;
    }

    /// <summary>Drops everything.</summary>
    internal void Clear()
    {
        _lock.Enter();
        _dropped += (_full.Clear() * (long)Magazine.Capacity) + ClearItems();
        _empty.Clear();
        _lock.Exit();
    }

    /// <summary>Ends a period: drops objects that were used neither in it nor in the one before.</summary>
    /// <returns>Whether objects are left.</returns>
    internal bool EndPeriod()
    {
        int full;
        int empty;
        _lock.Enter();
        try
        {
            full = _full.EndPeriod();
            empty = _empty.EndPeriod();
            _dropped += EndPeriodOfItems();
        }
        finally
        {
            _lock.Exit();
        }

        bool isEmpty;
        do
        {
            _lock.Enter();
            _dropped += _full.Drop(Math.Min(full, TrimStep)) * Magazine.Capacity;
            _empty.Drop(Math.Min(empty, TrimStep));
            isEmpty = _full.Count + _empty.Count == 0 && !(TrimsItems && _itemCount != 0);
            _lock.Exit();
            full -= TrimStep;
            empty -= TrimStep;
        }
        while (full > 0 || empty > 0);

        return !isEmpty;
    }

    /// <summary>The figures of the pool, up to each thread's last exchange.</summary>
    internal PoolStatistics GetStatistics() => GetStatistics([]);

    /// <summary>The figures of the pool.</summary>
    /// <param name="threads">The threads whose magazines are included; the caller has called <see cref="PoolThreads.Enter"/>.</param>
    internal PoolStatistics GetStatistics(ReadOnlySpan<WeakReference<ThreadMagazines>?> threads)
    {
        Magazine none = default;
        long returned = 0;
        long rented = 0;
        int idle = 0;
        _lock.Enter();
        foreach (WeakReference<ThreadMagazines>? reference in threads)
        {
            if (reference!.TryGetTarget(out ThreadMagazines? thread))
            {
                ref Magazine magazine = ref thread.Find(Pool, ref none);
                returned += magazine.ReturnedSinceExchange;
                idle += magazine.Idle;
            }
        }

        // Reads the rentals of all threads after all returns, because an object may be rented on one thread and returned on another.
        Interlocked.MemoryBarrier();
        foreach (WeakReference<ThreadMagazines>? reference in threads)
        {
            if (reference!.TryGetTarget(out ThreadMagazines? thread))
            {
                rented += thread.Find(Pool, ref none).RentedSinceExchange;
            }
        }

        _returnedSeen = Math.Max(_returnedSeen, _returned + returned);
        PoolStatistics statistics = new(
            Type,
            rented: _rented + rented,
            returned: _returnedSeen,
            allocated: _allocated,
            dropped: _dropped,
            retired: _retired,
            rejected: _rejected,
            idle: (_full.Count * Magazine.Capacity) + _itemCount + idle);
        _lock.Exit();
        return statistics;
    }

    /// <summary>Fills a magazine's empty array.</summary>
    /// <returns>False if the depot is empty. The rental of a new object is then counted.</returns>
    private bool TryLoad(ref Magazine magazine, MagazineArrays arrays)
    {
        Interleaving.Point();
        _lock.Enter();
        try
        {
            Fold(ref magazine);
            if (arrays.SpareCount == 0)
            {
                Magazine.Slot[]? full = _full.TryPop();
                if (full is null)
                {
                    _rented++;
                    _allocated++;
                    return false;
                }

                // The spare array is empty, and so is the current one, which becomes the spare.
                if (arrays.Spare is not null)
                {
                    _empty.Push(arrays.Spare);
                }

                arrays.Spare = full;
                arrays.SpareCount = Magazine.Capacity;
                arrays.IdleAtExchange += Magazine.Capacity;
            }

            arrays.Swap();
            return true;
        }
        finally
        {
            _lock.Exit();
        }
    }

    /// <summary>Makes room in a magazine's arrays.</summary>
    /// <returns>False if the depot is full. The caller then drops its object, which is counted here.</returns>
    private bool TryUnload(ref Magazine magazine, MagazineArrays arrays)
    {
        // Before the first change, because setting a timer may run other code in a wait that pumps messages.
        PoolTrimmer.Wake();
        if (arrays.Slots is null)
        {
            arrays.Slots = new Magazine.Slot[Magazine.Capacity + 1];
            return true;
        }

        Interleaving.Point();
        _lock.Enter();
        try
        {
            Fold(ref magazine);
            if (arrays.SpareCount != 0)
            {
                if (_full.Count == _maxArrays)
                {
                    _returned++;
                    _dropped++;
                    return false;
                }

                _full.Push(arrays.Spare!);
                arrays.Spare = _empty.TryPop();
                arrays.SpareCount = 0;
                arrays.IdleAtExchange -= Magazine.Capacity;
            }

            arrays.Swap();
        }
        finally
        {
            _lock.Exit();
        }

        arrays.Slots ??= new Magazine.Slot[Magazine.Capacity + 1];
        return true;
    }

    /// <summary>
    /// Adds a thread's counts since its last exchange; called under the lock, which keeps the thread from the next exchange.
    /// </summary>
    private void Fold(ref Magazine magazine)
    {
        // Null if the trimmer has dropped them since the thread found them.
        if (magazine.Arrays is { } arrays)
        {
            uint rented = Volatile.Read(ref magazine.Rented);
            int idle = magazine.Idle;
            uint rentedSince = unchecked(rented - magazine.RentedAtExchange);
            long returnedSince = rentedSince + (long)(idle - arrays.IdleAtExchange);
            _rented += rentedSince;
            _returned += returnedSince;
            arrays.UsesAtExchange = unchecked(arrays.UsesAtExchange + rentedSince + (uint)returnedSince);
            arrays.IdleAtExchange = idle;
            magazine.RentedAtExchange = rented;
        }
    }
}
