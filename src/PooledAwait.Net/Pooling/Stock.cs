using System;

namespace PooledAwait;

/// <summary>
/// A stack of what a depot keeps: the full arrays of magazines or, in a pool without magazines, the objects. It knows what was not used of
/// late. Guarded by its depot's lock; a field, never copied.
/// </summary>
internal struct Stock
{
    /// <summary>
    /// The full arrays, or the objects, up to <see cref="Count"/>. Behind them empty arrays for threads that have filled their own, so that
    /// a repeated burst allocates none; null where there is none.
    /// </summary>
    private object?[] _places = [];

    private LowWater _taken;
    private LowWater _free;

    public Stock()
    {
    }

    /// <summary>How many full arrays, or objects, there are.</summary>
    internal int Count { get; private set; }

    /// <summary>Whether nothing is kept, no empty array either.</summary>
    internal bool IsEmpty => _places.Length == 0;

    /// <summary>Puts a full array, or an object.</summary>
    /// <returns>An empty array for it, if there is one.</returns>
    internal object? Put(object value)
    {
        if (Count == _places.Length)
        {
            Array.Resize(ref _places, Math.Max(4, 2 * Count));
        }

        object? empty = _places[Count];
        _places[Count] = value;
        Count++;
        _free.Note(_places.Length - Count);
        return empty;
    }

    /// <summary>Takes a full array, or an object.</summary>
    /// <param name="empty">An empty array, kept for the full one; it stays the caller's if there is no full one.</param>
    /// <returns>Null if there is none.</returns>
    internal object? TryTake(object? empty = null)
    {
        if (Count == 0)
        {
            return null;
        }

        Count--;
        object? value = _places[Count];
        _places[Count] = empty;
        _taken.Note(Count);
        return value;
    }

    /// <summary>Drops everything.</summary>
    /// <returns>The number of dropped full arrays, or objects.</returns>
    internal int Clear()
    {
        int count = Count;
        this = new Stock();
        return count;
    }

    /// <summary>Ends a period of the trimmer: drops what was used neither in it nor in the one before.</summary>
    /// <returns>As <see cref="Clear"/>.</returns>
    internal int EndPeriod()
    {
        int dropped = _taken.EndPeriod(Count);
        Count -= dropped;
        int unused = _free.EndPeriod(_places.Length - Count);

        // The empty arrays that are left move up to the full ones.
        int length = _places.Length - dropped - unused;
        Array.Copy(_places, Count + dropped, _places, Count, length - Count);
        Array.Clear(_places, length, _places.Length - length);
        if (length <= _places.Length / 4)
        {
            Array.Resize(ref _places, length);
            _free = default;
        }

        return dropped;
    }
}
