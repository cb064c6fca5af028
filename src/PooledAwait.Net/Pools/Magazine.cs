namespace PooledAwait;

/// <summary>One thread's stock of one pool: one object and two arrays, used by that thread without synchronization. (Magazine and depot are
/// Bonwick's terms: "Magazines and Vmem", 2001.)</summary>
/// <remarks>The thread finds it in its <see cref="ThreadState"/>, and the <see cref="MagazineDepot"/> has a list of all of them. An unused
/// magazine is dropped with its objects: it leaves both, while its thread may be using it. That thread keeps the object that it takes at
/// this moment. An object that it puts goes to the garbage collector, as does an array from the depot.</remarks>
internal sealed class Magazine(Magazine?[] page, int place)
{
    /// <summary>The number of objects in an array, over which the cost of one exchange with the depot is spread.</summary>
    /// <remarks>A thread keeps one object and two arrays: 65. <see cref="PoolSizeAttribute"/>, docs/pooling.md, docs/diagnostics.md and
    /// docs/architecture.md say so in numbers, as do PoolSizeTests, PoolStatisticsTests and PoolTests; <see cref="MagazineDepot"/> follows
    /// by itself, up to half of SmallSize.</remarks>
    internal const int Capacity = 32;

    /// <summary>An object is fetched into the cache this many rentals before its own.</summary>
    private const int PrefetchDistance = 4;

    /// <summary>One object, or null. An object that is returned and rented in turns uses this field alone.</summary>
    internal object? First;

    /// <summary>Objects, up to <see cref="Count"/>; null until a second one is kept.</summary>
    internal Slot[]? Slots;

    /// <summary>A second array, full or empty, so that a thread at the boundary does not exchange at every use.</summary>
    internal Slot[]? Spare;

    internal int Count;

    /// <summary>How many objects are in <see cref="Spare"/>: 0 or <see cref="Capacity"/>.</summary>
    internal int SpareCount;

    /// <summary>How often an object was rented here; wraps around.</summary>
    internal uint Rented;

    /// <summary><see cref="Rented"/> when the depot last looked; guarded by the depot's lock, as all below.</summary>
    internal uint RentedBefore;

    /// <summary><see cref="Idle"/> when the depot last looked.</summary>
    internal int IdleBefore;

    /// <summary>The number of the trimmer's periods without a use, up to the last one; -1 if there was a use since.
    /// EndPeriod increments it, so a used magazine has 0 after the period.</summary>
    internal int IdlePeriods;

    /// <summary>Whether the depot has dropped the magazine: its objects are counted, so none may be added or moved.</summary>
    internal bool IsDropped { get; private set; }

    /// <summary>A reference in a struct: storing one into an array needs no check of the array's type.</summary>
    internal struct Slot
    {
        internal object? Value;
    }

    internal int Idle => (First is null ? 0 : 1) + Count + SpareCount;

    /// <summary>Takes an object; null if there is none within reach.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as OperationPools.TryRent
    internal object? TryTake()
    {
        object? value = First;
        if (value is not null)
        {
            First = null;
            Rented++;
            return value;
        }

        int index = Count - 1;
        if (index < 0)
        {
            return null;
        }

        Slot[] slots = Slots!;
        if (index >= PrefetchDistance)
        {
            Prefetch.Object(ref slots[index - PrefetchDistance].Value);
        }

        ref object? slot = ref slots[index].Value;
        value = slot;
        slot = null;
        Count = index;
        Rented++;
        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as OperationPools.TryRent
    internal bool TryPut(object value)
    {
        if (First is null)
        {
            First = value;
            return true;
        }

        Slot[]? slots = Slots;
        int index = Count;
        if (slots is null || (uint)index >= (uint)slots.Length)
        {
            return false;
        }

        slots[index].Value = value;
        Count = index + 1;
        return true;
    }

    internal void Swap()
    {
        (Slots, Spare) = (Spare, Slots);
        (Count, SpareCount) = (SpareCount, Count);
    }

    /// <summary>Takes the magazine away from its thread.</summary>
    internal void Remove()
    {
        IsDropped = true;
        page[place] = null;
    }
}
