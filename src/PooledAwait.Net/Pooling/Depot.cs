using System;

namespace PooledAwait;

/// <summary>
/// What a pool's threads share: full magazines, under a lock that is taken once per magazine. No user code runs under it.
/// </summary>
internal sealed partial class Depot
{
    /// <summary>How many objects of a type are kept beside the threads' magazines.</summary>
    internal const int DefaultCapacity = 16_384;

    private readonly object _lock = new();
    private readonly int _maxArrays;

    /// <summary>
    /// Full arrays, the first <see cref="_fullCount"/>; above them null, or an empty one that waits for a thread that has
    /// filled its own, so that a burst that comes and goes makes no arrays.
    /// </summary>
    private Magazine.Slot[]?[] _full = [];
    private int _fullCount;

    /// <summary>The fewest full arrays since <see cref="_lowSince"/>: so many nobody has needed.</summary>
    private int _low;
    private int _lowSince = Environment.TickCount;

    private long _rented;
    private long _returned;
    private long _allocated;
    private long _dropped;
    private long _retired;
    private long _rejected;

    /// <param name="type">What the pool is for.</param>
    /// <param name="size">The bound that someone has asked for, or null.</param>
    internal Depot(Type type, int? size)
    {
        Type = type;
        if (size is null)
        {
            _maxArrays = DefaultCapacity / Magazine.Capacity;
        }
        else if (size <= SmallSize)
        {
            _few = new object?[Math.Max(0, size.GetValueOrDefault())];
        }
        else
        {
            // With a thread's magazine, which has two arrays and room for one more, so that one thread stays within the bound.
            _maxArrays = ((size.GetValueOrDefault() - 1) / Magazine.Capacity) - 2;
        }

        DepotTrimmer.Start();
    }

    /// <summary>What the pool is for, in statistics.</summary>
    internal Type Type { get; }

    /// <summary>Fills an empty magazine.</summary>
    /// <returns>False if there is nothing to fill it with: the caller makes a new object, which is counted here.</returns>
    internal bool TryLoad(ref Magazine magazine)
    {
        if (magazine.SpareCount != 0)
        {
            Fold(ref magazine);
            magazine.Swap();
            magazine.CountAtExchange = magazine.Held;
            return true;
        }

        Interleaving.Point();
        lock (_lock)
        {
            FoldLocked(ref magazine);
            if (_fullCount == 0)
            {
                _low = 0;
                _rented++;
                _allocated++;
                return false;
            }

            _fullCount--;
            _low = Math.Min(_low, _fullCount);

            // The magazine's empty array becomes the spare; a spare it has already is empty too, and stays here.
            Magazine.Slot[]? empty = magazine.Spare;
            magazine.Spare = magazine.Slots;
            magazine.Slots = _full[_fullCount];
            magazine.Count = Magazine.Capacity;
            magazine.CountAtExchange = Magazine.Capacity;
            _full[_fullCount] = empty;
            return true;
        }
    }

    /// <summary>Makes room in a full magazine.</summary>
    /// <returns>False if there is no room here either: the caller drops its object, which is counted here.</returns>
    internal bool Unload(ref Magazine magazine)
    {
        if (magazine.Slots is null)
        {
            magazine.Slots = new Magazine.Slot[Magazine.Capacity];
            return true;
        }

        if (magazine.SpareCount == 0)
        {
            Fold(ref magazine);
            magazine.Spare ??= new Magazine.Slot[Magazine.Capacity];
            magazine.Swap();
            magazine.CountAtExchange = magazine.Held;
            return true;
        }

        Magazine.Slot[] empty;
        Interleaving.Point();
        lock (_lock)
        {
            FoldLocked(ref magazine);
            if (_fullCount == _maxArrays)
            {
                _returned++;
                _dropped++;
                return false;
            }

            if (_fullCount == _full.Length)
            {
                Array.Resize(ref _full, Math.Min(_maxArrays, Math.Max(8, 2 * _fullCount)));
            }

            // Made before anything changes: what can't be allocated must not leave one array in two places.
            empty = _full[_fullCount] ?? new Magazine.Slot[Magazine.Capacity];
            _full[_fullCount++] = magazine.Spare;
        }

        magazine.Spare = magazine.Slots;
        magazine.SpareCount = Magazine.Capacity;
        magazine.Slots = empty;
        magazine.Count = 0;
        magazine.CountAtExchange = magazine.Held;
        return true;
    }

    /// <summary>Counts an object whose version is exhausted.</summary>
    internal void CountRetired()
    {
        lock (_lock)
        {
            _returned++;
            _retired++;
        }
    }

    /// <summary>Counts an object that its last owner gives up, but not to the pool.</summary>
    internal void CountDropped()
    {
        lock (_lock)
        {
            _returned++;
            _dropped++;
        }
    }

    /// <summary>Counts an attempt to return an object that the pool has already.</summary>
    internal void CountRejected()
    {
        lock (_lock)
        {
            _rejected++;
        }
    }

    /// <summary>Gives up everything that is here, and in a magazine of the calling thread.</summary>
    internal void Clear(ref Magazine magazine)
    {
        lock (_lock)
        {
            FoldLocked(ref magazine);
            _dropped += magazine.Held + magazine.SpareCount;
            magazine = default;
            DropLocked(_fullCount);
            DropFewLocked();
            _low = 0;
        }
    }

    /// <summary>Gives up what nobody needed for a while; everything, when memory is short.</summary>
    /// <param name="idleMilliseconds">How long objects must have lain unused.</param>
    /// <param name="memoryIsShort">Whether the machine's memory load is high.</param>
    internal void Trim(int idleMilliseconds, bool memoryIsShort)
    {
        lock (_lock)
        {
            int now = Environment.TickCount;
            if (memoryIsShort)
            {
                DropLocked(_fullCount);
                DropFewLocked();
            }
            else if (unchecked(now - _lowSince) >= idleMilliseconds)
            {
                // What lay here all the time is more than the load needs: half of it goes, or all of a small rest.
                DropLocked(_low <= 4 ? _low : (_low + 1) / 2);
            }
            else
            {
                return;
            }

            _low = _fullCount;
            _lowSince = now;
        }
    }

    /// <summary>What the pool has done, up to each thread's last exchange.</summary>
    internal PoolStatistics GetStatistics()
    {
        lock (_lock)
        {
            return GetStatisticsLocked(default);
        }
    }

    /// <inheritdoc cref="GetStatistics()"/>
    /// <param name="magazine">One of the calling thread, which is counted too.</param>
    internal PoolStatistics GetStatistics(ref Magazine magazine)
    {
        lock (_lock)
        {
            FoldLocked(ref magazine);
            return GetStatisticsLocked(magazine);
        }
    }

    private PoolStatistics GetStatisticsLocked(in Magazine magazine) => new(
        Type,
        rented: _rented,
        returned: _returned,
        allocated: _allocated,
        dropped: _dropped,
        retired: _retired,
        rejected: _rejected,
        idle: (_fullCount * Magazine.Capacity) + _fewCount + magazine.Held + magazine.SpareCount);

    private void Fold(ref Magazine magazine)
    {
        lock (_lock)
        {
            FoldLocked(ref magazine);
        }
    }

    private void FoldLocked(ref Magazine magazine)
    {
        // Unsigned: a thread that never runs dry and never overflows may go on for more than two billion uses.
        _rented += (uint)magazine.Rented;
        _returned += (uint)magazine.Returned;
        magazine.Rented = 0;
        magazine.CountAtExchange = magazine.Held;
    }

    private void DropLocked(int arrays)
    {
        // The empty ones above go too: they are what is left of a larger load.
        _fullCount -= arrays;
        Array.Clear(_full, _fullCount, _full.Length - _fullCount);

        _dropped += (long)arrays * Magazine.Capacity;
        if (_full.Length > 64 && _fullCount < _full.Length / 4)
        {
            Array.Resize(ref _full, _full.Length / 2);
        }
    }
}
