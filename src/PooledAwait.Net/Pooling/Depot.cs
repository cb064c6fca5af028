using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// What a pool's threads share: full magazines, under a lock that is taken once per magazine. No user code runs under it.
/// </summary>
internal sealed class Depot
{
    /// <summary>How many objects of a type are kept beside the threads' magazines.</summary>
    internal const int DefaultCapacity = 16_384;

    private readonly object _lock = new();
    private readonly int _maxArrays;

    /// <summary>Full arrays, the first <see cref="_fullCount"/> not null.</summary>
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

    internal Depot(Type type, int capacity)
    {
        Type = type;
        _maxArrays = (capacity + Magazine.Capacity - 1) / Magazine.Capacity;
        DepotTrimmer.Start();
    }

    /// <summary>The type of the objects, for statistics.</summary>
    internal Type Type { get; }

    /// <summary>Fills an empty magazine.</summary>
    /// <returns>False if there is nothing to fill it with: the caller makes a new object, which is counted here.</returns>
    internal bool TryLoad(ref Magazine magazine)
    {
        if (magazine.SpareCount != 0)
        {
            Fold(ref magazine);
            magazine.Swap();
            magazine.CountAtExchange = magazine.Count;
            return true;
        }

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

            // The magazine's empty array becomes the spare; a spare it has already is empty too, and goes.
            magazine.Spare = magazine.Slots;
            magazine.Slots = _full[_fullCount];
            magazine.Count = Magazine.Capacity;
            magazine.CountAtExchange = Magazine.Capacity;
            _full[_fullCount] = null;
            return true;
        }
    }

    /// <summary>Makes room in a full magazine.</summary>
    /// <returns>False if there is no room here either: the caller drops its object, which is counted here.</returns>
    internal bool Unload(ref Magazine magazine)
    {
        if (magazine.Slots is null)
        {
            if (_maxArrays == 0)
            {
                lock (_lock)
                {
                    _returned++;
                    _dropped++;
                }

                return false;
            }

            magazine.Slots = new Magazine.Slot[Magazine.Capacity];
            return true;
        }

        if (magazine.SpareCount == 0)
        {
            Fold(ref magazine);
            magazine.Spare ??= new Magazine.Slot[Magazine.Capacity];
            magazine.Swap();
            magazine.CountAtExchange = magazine.Count;
            return true;
        }

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

            _full[_fullCount++] = magazine.Spare;
        }

        magazine.Spare = magazine.Slots;
        magazine.SpareCount = Magazine.Capacity;
        magazine.Slots = new Magazine.Slot[Magazine.Capacity];
        magazine.Count = 0;
        magazine.CountAtExchange = 0;
        return true;
    }

    /// <summary>Counts an object whose token has been everything it can be.</summary>
    internal void CountRetired()
    {
        lock (_lock)
        {
            _returned++;
            _retired++;
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
            return new PoolStatistics(Type, _rented, _returned, _allocated, _dropped, _retired, _fullCount * Magazine.Capacity);
        }
    }

    private void Fold(ref Magazine magazine)
    {
        lock (_lock)
        {
            FoldLocked(ref magazine);
        }
    }

    private void FoldLocked(ref Magazine magazine)
    {
        _rented += magazine.Rented;
        _returned += magazine.Returned;
        magazine.Rented = 0;
        magazine.CountAtExchange = magazine.Count;
    }

    private void DropLocked(int arrays)
    {
        for (int i = 0; i < arrays; i++)
        {
            _full[--_fullCount] = null;
        }

        _dropped += (long)arrays * Magazine.Capacity;
        if (_full.Length > 64 && _fullCount < _full.Length / 4)
        {
            Array.Resize(ref _full, _full.Length / 2);
        }
    }
}
