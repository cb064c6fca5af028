namespace PooledAwait;

/// <summary>The part of a pool that its threads share: objects, and the pool's figures, under a lock that runs no user code.</summary>
/// <remarks>A pool that has only this takes the lock at each use. These are small pools, whose bound is exact, and pools of unloadable
/// types, which a thread's magazine would keep loaded. All others have a <see cref="MagazineDepot"/>.</remarks>
/// <param name="objects">See <see cref="_objects"/>.</param>
/// <param name="max">The greatest number of items; with 0 or less none is kept. Never reached where the size follows demand.</param>
internal class Depot(Type type, Type? objects, int max)
{
    /// <summary>The largest exact bound. Larger pools have magazines, and those of two threads may exceed the bound.</summary>
    internal const int SmallSize = 256;

    /// <summary>The class of the objects; null for those of a user.</summary>
    private readonly Type? _objects = objects;

    /// <summary>Guards all fields below, and those of a <see cref="MagazineDepot"/>.</summary>
    private protected ShortLock _lock;

    /// <summary>Objects; full arrays of them in a <see cref="MagazineDepot"/>.</summary>
    private protected TrimmedStack _items = new();

    /// <summary>The rentals that were added up so far. Returns follow from the other counts: see <see cref="GetStatistics"/>.</summary>
    private protected long _rented;

    /// <summary>The highest number of returns that was read, because later readings must not show less.</summary>
    private long _returnedSeen;
    private protected long _allocated;
    private protected long _dropped;
    private long _retired;
    private long _rejected;

#if NET
    private long _objectSize;
#endif

    internal Type Type => type;

    /// <summary>The pool's number; set by the <see cref="PoolRegistry"/>.</summary>
    internal OperationPool Pool { get; set; }

    /// <summary>Whether the trimmer drops unused objects: all but those of a small bound.</summary>
    internal virtual bool IsTrimmed => max > SmallSize;

    /// <summary>Whether there is room for one more item; asked under the lock.</summary>
    private protected bool HasRoom => _items.Count < max;

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

    /// <summary>Takes an object from a pool that has only this. If null, the caller creates one, which is counted here.</summary>
    internal object? Take()
    {
        Interleaving.Point();
        _lock.Enter();
        object? value = _items.TryPop();
        _rented++;
        _allocated += value is null ? 1 : 0;
        _lock.Exit();
        return value;
    }

    /// <summary>Puts an object into such a pool, or drops it if there is no room.</summary>
    internal void Put(object value)
    {
        Interleaving.Point();
        _lock.Enter();
        try
        {
            if (HasRoom)
            {
                _items.Push(value);
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

    /// <summary>Drops the shared objects, and those of threads if the caller says so.</summary>
    internal virtual void Clear(bool withMagazines = false)
    {
        _lock.Enter();
        _dropped += _items.Count;
        _items = new();
        _lock.Exit();
    }

    /// <summary>Ends a trimmer's period: drops what was unused in it and in the one before. Returns whether objects are left.</summary>
    internal bool EndPeriod()
    {
        _lock.Enter();
        try
        {
            return DropUnused();
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

    /// <summary>As <see cref="EndPeriod"/>; called under the lock.</summary>
    private protected virtual bool DropUnused()
    {
        if (!IsTrimmed)
        {
            return false;
        }

        _dropped += _items.EndPeriod();
        return _items.Count != 0;
    }

    /// <summary>Brings the counts up to date, under the lock. Returns how many objects are in the pool.</summary>
    private protected virtual int AddUp() => _items.Count;
}
