using System;

namespace PooledAwait;

/// <summary>
/// Arrays of magazines in a depot, linked by their first slots, so that taking and putting one costs the same however many
/// there are. Knows how many of them nobody has needed of late. Guarded by its depot's lock; a field, never copied.
/// </summary>
internal struct MagazineStack
{
    private Magazine.Slot[]? _top;

    /// <summary>The fewest arrays in this period of the trimmer's, and in the one before.</summary>
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

    /// <summary>Gives up arrays that nobody has needed.</summary>
    /// <param name="arrays">How many; not positive: none.</param>
    /// <returns>How many there were of these.</returns>
    internal int Drop(int arrays)
    {
        int dropped = 0;
        while (dropped < arrays && _top is not null)
        {
            // Without the links of one that is given up the next one does not live as long.
            Magazine.Slot[] array = _top;
            _top = (Magazine.Slot[]?)array[0].Value;
            array[0].Value = null;
            Count--;
            dropped++;
        }

        _low = Math.Min(_low, Count);
        return dropped;
    }

    /// <summary>Gives up all arrays.</summary>
    /// <returns>How many there were.</returns>
    internal int Clear()
    {
        int count = Count;
        this = default;
        return count;
    }

    /// <summary>Ends a period of the trimmer's.</summary>
    /// <returns>How many arrays nobody has needed in it, nor in the one before.</returns>
    internal int EndPeriod()
    {
        int surplus = Math.Min(_low, _lowBefore);
        _lowBefore = _low - surplus;
        _low = Count - surplus;
        return surplus;
    }
}
