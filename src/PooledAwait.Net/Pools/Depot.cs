namespace PooledAwait;

/// <summary>The part of a pool that its threads share: full arrays of magazines, under a lock that is taken once per array and runs no user
/// code.</summary>
/// <remarks>A pool without magazines has all its objects here, and each use takes the lock. These are small pools, whose bound is exact,
/// and pools of unloadable types, which a thread's magazine would keep loaded.</remarks>
internal sealed class Depot
{
    /// <summary>The largest exact bound. Larger pools have magazines, and those of two threads may exceed the bound.</summary>
    internal const int SmallSize = 256;

    /// <summary>The greatest count of <see cref="_full"/>; never reached where the size follows demand.</summary>
    private readonly int _max;

    /// <summary>Guards all fields below.</summary>
    private ShortLock _lock;

    private readonly List<Magazine> _magazines = [];

    /// <summary>Full arrays; the objects of a pool without magazines.</summary>
    private TrimmedStack _full = new();

    /// <summary>Empty arrays for threads that have filled their own, so that a repeated burst allocates none.</summary>
    private TrimmedStack _empty = new();

    /// <summary>The rentals that were added up so far. Returns follow from the other counts: see <see cref="GetStatistics"/>.</summary>
    private long _rented;

    /// <summary>The highest number of returns that was read, because later readings must not show less.</summary>
    private long _returnedSeen;
    private long _allocated;
    private long _dropped;
    private long _retired;
    private long _rejected;

    /// <summary>The class of the objects; null for those of a user.</summary>
    private readonly Type? _objects;

#if NET
    private long _objectSize;
#endif

    internal Depot(Type type, Type? objects, int size, bool isUnloadable)
    {
        Type = type;
        _objects = objects;
        if (isUnloadable || size <= SmallSize)
        {
            IsOneByOne = true;
            _max = Math.Max(0, size);
        }
        else
        {
            // Subtracts a thread's magazine, which has two arrays and one slot, so that one thread stays within the bound.
            _max = ((size - 1) / Magazine.Capacity) - 2;
        }
    }

    internal Type Type { get; }

    /// <summary>The pool's number; set by the <see cref="PoolRegistry"/>.</summary>
    internal OperationPool Pool { get; set; }

    /// <summary>Whether threads have no magazines of this pool.</summary>
    internal bool IsOneByOne { get; }

    /// <summary>Whether the trimmer drops unused objects: all but those of a small bound.</summary>
    internal bool IsTrimmed => !IsOneByOne || _max > SmallSize;

#if NET
    /// <summary>What a new object takes from the heap, in bytes; 0 for objects of a user. Measured when the meter first asks for
    /// it.</summary>
    internal long ObjectSize
    {
        [UnconditionalSuppressMessage("Trimming", "IL2077", Justification = "No constructor runs.")]
        get
        {
            if (_objectSize == 0 && _objects is not null)
            {
                // The first call allocates what the framework keeps about the class.
                _ = RuntimeHelpers.GetUninitializedObject(_objects);
                long before = GC.GetAllocatedBytesForCurrentThread();
                _ = RuntimeHelpers.GetUninitializedObject(_objects);
                _objectSize = GC.GetAllocatedBytesForCurrentThread() - before;
            }

            return _objectSize;
        }
    }
#endif

    /// <summary>Whether the pool was created for objects of a class; any, where they are a user's.</summary>
    internal bool HasObjectsOf(Type type) => _objects is null || _objects.IsAssignableFrom(type);

    /// <summary>How many objects are in one of <see cref="_full"/>.</summary>
    private int Unit => IsOneByOne ? 1 : Magazine.Capacity;

    internal Magazine AddMagazine(Magazine?[] page, int place)
    {
        Magazine magazine = new(page, place);
        _lock.Enter();
        try
        {
            _magazines.Add(magazine);
            page[place] = magazine;
        }
        finally
        {
            _lock.Exit();
        }

        // From now on its thread uses the magazine without calling the depot.
        PoolTrimmer.KeepAwake();
        return magazine;
    }

    /// <summary>Takes an object for a thread whose magazine is empty. If null, the caller creates one, which is counted here.</summary>
    internal object? Take(Magazine magazine)
    {
        Interleaving.Point();
        _lock.Enter();
        try
        {
            magazine.IdlePeriods = -1;
            if (magazine.IsDropped || (magazine.SpareCount == 0 && _full.Count == 0))
            {
                _rented++;
                _allocated++;
                return null;
            }

            if (magazine.SpareCount == 0)
            {
                // The spare array is empty, and so is the current one, which becomes the spare.
                if (magazine.Spare is { } empty)
                {
                    _empty.Push(empty);
                }

                magazine.Spare = Cast.To<Magazine.Slot[]>(_full.TryPop()!);
                magazine.SpareCount = Magazine.Capacity;
            }

            magazine.Swap();
        }
        finally
        {
            _lock.Exit();
        }

        return magazine.TryTake();
    }

    /// <summary>Puts an object of a thread whose magazine is full, or has no array yet. If the depot is full too, drops it.</summary>
    internal void Put(Magazine magazine, object value)
    {
        Interleaving.Point();
        _lock.Enter();
        try
        {
            magazine.IdlePeriods = -1;
            if (magazine.IsDropped || (magazine.SpareCount != 0 && _full.Count >= _max))
            {
                _dropped++;
                return;
            }

            if (magazine.SpareCount != 0)
            {
                _full.Push(magazine.Spare!);
                magazine.Spare = Cast.OrNull<Magazine.Slot[]>(_empty.TryPop());
                magazine.SpareCount = 0;
            }

            if (magazine.Slots is not null)
            {
                magazine.Swap();
            }
        }
        finally
        {
            _lock.Exit();
        }

        magazine.Slots ??= new Magazine.Slot[Magazine.Capacity];
        magazine.TryPut(value);
    }

    /// <summary>Takes an object from a pool without magazines. If null, the caller creates one, which is counted here.</summary>
    internal object? TakeOne()
    {
        Interleaving.Point();
        _lock.Enter();
        object? value = _full.TryPop();
        _rented++;
        _allocated += value is null ? 1 : 0;
        _lock.Exit();
        return value;
    }

    /// <summary>Puts an object into a pool without magazines, or drops it if there is no room.</summary>
    internal void PutOne(object value)
    {
        Interleaving.Point();
        _lock.Enter();
        try
        {
            if (_full.Count < _max)
            {
                _full.Push(value);
            }
            else
            {
                _dropped++;
            }
        }
        finally
        {
            _lock.Exit();
        }
    }

    /// <summary>Counts objects that don't come back: dropped by their owners, with exhausted versions, or returned a second time.</summary>
    internal void Count(int dropped = 0, int retired = 0, int rejected = 0)
    {
        _lock.Enter();
        _dropped += dropped;
        _retired += retired;
        _rejected += rejected;
        _lock.Exit();
    }

    /// <summary>Drops a magazine, unless that has happened.</summary>
    internal void Drop(Magazine magazine)
    {
        _lock.Enter();
        int index = _magazines.IndexOf(magazine);
        if (index >= 0)
        {
            DropMagazine(index);
        }

        _lock.Exit();
    }

    /// <summary>Drops the shared objects, and those of threads if the caller says so.</summary>
    internal void Clear(bool withMagazines = false)
    {
        _lock.Enter();
        for (int i = _magazines.Count - 1; i >= 0 && withMagazines; i--)
        {
            DropMagazine(i);
        }

        _dropped += _full.Count * (long)Unit;
        _full = new();
        _empty = new();
        _lock.Exit();
    }

    /// <summary>Ends a trimmer's period: drops what was unused in it and in the one before. Returns whether objects are left.</summary>
    internal bool EndPeriod()
    {
        _lock.Enter();
        try
        {
            for (int i = _magazines.Count - 1; i >= 0; i--)
            {
                Magazine magazine = _magazines[i];
                AddUp(magazine);
                if (++magazine.IdlePeriods >= PoolTrimmer.IdlePeriods)
                {
                    DropMagazine(i);
                }
            }

            if (!IsTrimmed)
            {
                return false;
            }

            _dropped += _full.EndPeriod() * (long)Unit;
            _empty.EndPeriod();
            return _magazines.Count != 0 || _full.Count != 0 || _empty.Count != 0;
        }
        finally
        {
            _lock.Exit();
        }
    }

    internal PoolStatistics GetStatistics()
    {
        _lock.Enter();
        int idle = AddUp();

        // Every object that was ever allocated is now rented, idle, dropped or retired.
        _returnedSeen = Math.Max(_returnedSeen, _rented - _allocated + idle + _dropped + _retired);

        // Reads the rentals of all threads after all returns, because an object may be rented on one thread and returned on another.
        Interlocked.MemoryBarrier();
        idle = AddUp();
        PoolStatistics statistics = new()
        {
            Type = Type,
            Rented = _rented,
            Returned = _returnedSeen,
            Allocated = _allocated,
            Dropped = _dropped,
            Retired = _retired,
            Rejected = _rejected,
            Idle = idle,
        };
        _lock.Exit();
        return statistics;
    }

    /// <summary>Adds the counts of all magazines, under the lock. Returns how many objects are in the pool.</summary>
    private int AddUp()
    {
        int idle = _full.Count * Unit;
        foreach (Magazine magazine in _magazines)
        {
            AddUp(magazine);
            idle += magazine.IdleBefore;
        }

        return idle;
    }

    /// <summary>Adds a magazine's counts; called under the lock, which keeps the magazine's thread from the next exchange.</summary>
    /// <remarks>Reads the rentals first, so that another thread sees at most the returns so far.</remarks>
    private void AddUp(Magazine magazine)
    {
        uint rented = Volatile.Read(ref magazine.Rented);
        int idle = magazine.Idle;
        if (rented != magazine.RentedBefore || idle != magazine.IdleBefore)
        {
            _rented += unchecked(rented - magazine.RentedBefore);
            magazine.RentedBefore = rented;
            magazine.IdleBefore = idle;
            magazine.IdlePeriods = -1;
        }
    }

    /// <summary>Drops a magazine; called under the lock.</summary>
    private void DropMagazine(int index)
    {
        Magazine magazine = _magazines[index];
        AddUp(magazine);
        _dropped += magazine.IdleBefore;
        magazine.Remove();
        _magazines[index] = _magazines[_magazines.Count - 1];
        _magazines.RemoveAt(_magazines.Count - 1);
    }
}
