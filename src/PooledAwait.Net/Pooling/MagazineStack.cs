using System;

namespace PooledAwait;

/// <summary>
/// Arrays of magazines in a depot, linked by their first slots, so that push and pop take constant time. Counts the arrays that were not
/// used of late. Guarded by its depot's lock; a field, never copied.
/// </summary>
internal struct MagazineStack
{
    private Magazine.Slot[]? _top;

    /// <summary>The lowest number of arrays in the trimmer's present period, and in the one before.</summary>
    private int _low;
    private int _lowBefore;

    internal int Count { get; private set; }

    internal void Push(Magazine.Slot[] array)
    {
        array[0].Value = _top;
        _top = array;
        Count++;
    }

    internal Magazine.Slot[]? TryPop()
    {
        Magazine.Slot[]? array = _top;
        if (array is not null)
        {
            _top = (Magazine.Slot[]?)array[0].Value;
            array[0].Value = null;
            Count--;
        }

        _low = Math.Min(_low, Count);
        return array;
    }

    /// <summary>Drops unused arrays.</summary>
    /// <param name="arrays">The number of arrays; a negative one means none.</param>
    /// <returns>The number of dropped arrays.</returns>
    internal int Drop(int arrays)
    {
        int dropped = 0;
        while (dropped < arrays && _top is not null)
        {
            // Clears the link, so that a dropped array does not keep the next one alive.
            Magazine.Slot[] array = _top;
            _top = (Magazine.Slot[]?)array[0].Value;
            array[0].Value = null;
            Count--;
            dropped++;
        }

        _low = Math.Min(_low, Count);
        return dropped;
    }

    /// <summary>Drops all arrays.</summary>
    /// <returns>The number of dropped arrays.</returns>
    internal int Clear()
    {
        int count = Count;
        this = default;
        return count;
    }

    /// <summary>Ends a period of the trimmer.</summary>
    /// <returns>The number of arrays that were used neither in it nor in the one before.</returns>
    internal int EndPeriod()
    {
        int surplus = Math.Min(_low, _lowBefore);
        _lowBefore = _low - surplus;
        _low = Count - surplus;
        return surplus;
    }
}
