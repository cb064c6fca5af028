using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The growing part of a magazine. Only its thread uses it, except for the trimmer's fields.</summary>
internal sealed class MagazineArrays
{
    /// <summary>The objects, from 1 to <see cref="Count"/>; null until a second one is kept.</summary>
    internal Magazine.Slot[]? Slots;

    /// <summary>How many objects are in <see cref="Slots"/>.</summary>
    internal int Count;

    /// <summary>How many objects are in <see cref="Spare"/>: 0 or <see cref="Magazine.Capacity"/>.</summary>
    internal int SpareCount;

    /// <summary>A second array, full or empty, so that a thread at the boundary does not exchange at every use.</summary>
    internal Magazine.Slot[]? Spare;

    /// <summary><see cref="Magazine.Idle"/> after the last exchange.</summary>
    internal int IdleAtExchange;

    /// <summary><see cref="Magazine.Uses"/> at the last exchange.</summary>
    internal uint UsesAtExchange;

    /// <summary>
    /// <see cref="Magazine.Uses"/> at the trimmer's last look, and the number of periods without a change. Only the trimmer uses these.
    /// </summary>
    private uint _usesSeen;
    private int _idlePeriods;

    /// <summary>Takes an object out of the current array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as OperationPools.TryRent
    internal object? TryTake()
    {
        int index = Count;
        if (index == 0)
        {
            return null;
        }

        ref object? slot = ref Slots![index].Value;
        object? value = slot;
        slot = null;
        Count = index - 1;
        return value;
    }

    /// <summary>Puts an object into the current array.</summary>
    /// <returns>False if it is full, or not there.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as OperationPools.TryRent
    internal bool TryPut(object value)
    {
        Magazine.Slot[]? slots = Slots;
        int index = Count + 1;
        if (slots is null || (uint)index >= (uint)slots.Length)
        {
            return false;
        }

        slots[index].Value = value;
        Count = index;
        return true;
    }

    /// <summary>Exchanges the spare array and the current one.</summary>
    internal void Swap()
    {
        (Slots, Spare) = (Spare, Slots);
        (Count, SpareCount) = (SpareCount, Count);
    }

    /// <summary>Ends a period of the trimmer.</summary>
    /// <param name="uses">The magazine's counter of uses.</param>
    /// <returns>Whether the magazine was used neither in it nor in the one before.</returns>
    internal bool EndPeriod(uint uses)
    {
        _idlePeriods = uses == _usesSeen ? _idlePeriods + 1 : 0;
        _usesSeen = uses;
        return _idlePeriods >= PoolTrimmer.IdlePeriods;
    }
}
