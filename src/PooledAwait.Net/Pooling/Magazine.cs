namespace PooledAwait;

/// <summary>One thread's stock of one pool. Used by its thread only.</summary>
internal struct Magazine
{
    /// <summary>How many objects an array holds: what one exchange with the depot is spread over.</summary>
    internal const int Capacity = 32;

    /// <summary>
    /// One more object than those in <see cref="Slots"/>, or null: what is returned and rented in turns comes and goes here,
    /// without a look at an array. Null before the first exchange.
    /// </summary>
    internal object? First;

    /// <summary>The objects, the first <see cref="Count"/> of them not null; null before the first exchange.</summary>
    internal Slot[]? Slots;

    /// <summary>A second array, full or empty, so that a thread at the edge does not exchange at every use.</summary>
    internal Slot[]? Spare;

    /// <summary>How many objects are in <see cref="Slots"/>.</summary>
    internal int Count;

    /// <summary>How many objects are in <see cref="Spare"/>: 0 or <see cref="Capacity"/>.</summary>
    internal int SpareCount;

    /// <summary>Rented since the last exchange with the depot, which adds it up.</summary>
    internal int Rented;

    /// <summary>What <see cref="Held"/> was after the last exchange: with the other two it gives what was returned.</summary>
    internal int CountAtExchange;

    /// <summary>A reference in a struct: storing one into an array needs no check of the array's type.</summary>
    internal struct Slot
    {
        internal object? Value;
    }

    /// <summary>How many objects are in <see cref="First"/> and <see cref="Slots"/>.</summary>
    internal readonly int Held => First is null ? Count : Count + 1;

    /// <summary>Returned since the last exchange.</summary>
    internal readonly int Returned => Held - CountAtExchange + Rented;

    /// <summary>Makes the spare array the current one, and the other way round.</summary>
    internal void Swap()
    {
        (Slots, Spare) = (Spare, Slots);
        (Count, SpareCount) = (SpareCount, Count);
    }
}
