using System.Threading;

namespace PooledAwait;

/// <summary>
/// One thread's stock of one pool, used without synchronization. (Magazine and depot are Bonwick's terms: "Magazines and Vmem", 2001.) The
/// <see cref="PoolTrimmer"/> drops it by clearing the two references, which its thread may see at any time.
/// </summary>
internal struct Magazine
{
    /// <summary>The number of objects in an array, over which the cost of one exchange with the depot is spread.</summary>
    internal const int Capacity = 32;

    /// <summary>
    /// One object, or null. An object that is returned and rented in turns uses this field alone. Cleared by the trimmer too.
    /// </summary>
    internal object? First;

    /// <summary>The other objects; null before the first exchange, and then nothing is put here. Cleared by the trimmer too.</summary>
    internal MagazineArrays? Arrays;

    /// <summary>How often an object was rented here; wraps around.</summary>
    internal uint Rented;

    /// <summary><see cref="Rented"/> when the depot last added it up. Written under the depot's lock, by the trimmer too.</summary>
    internal uint RentedAtExchange;

    /// <summary>A reference in a struct: storing one into an array needs no check of the array's type.</summary>
    internal struct Slot
    {
        /// <summary>An object. The first slot is null in a magazine; in a depot it refers to the next array.</summary>
        internal object? Value;
    }

    /// <summary>How many objects are here.</summary>
    internal readonly int Idle => (First is null ? 0 : 1) + (Arrays is null ? 0 : Arrays.Count + Arrays.SpareCount);

    /// <summary>Rented since the last exchange.</summary>
    internal uint RentedSinceExchange => unchecked(Volatile.Read(ref Rented) - RentedAtExchange);

    /// <summary>
    /// Returned since the last exchange: the rentals plus the change of <see cref="Idle"/>. Under the depot's lock another thread reads it
    /// too. It sees at most the returns so far, because it reads the rentals first; it may even see a negative number.
    /// </summary>
    internal long ReturnedSinceExchange => RentedSinceExchange + (long)(Idle - (Arrays?.IdleAtExchange ?? 0));

    /// <summary>How often an object was rented or returned here; wraps around.</summary>
    internal uint Uses => unchecked((Arrays?.UsesAtExchange ?? 0) + RentedSinceExchange + (uint)ReturnedSinceExchange);
}
