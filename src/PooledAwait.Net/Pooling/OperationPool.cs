using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The pool of one type of object, operations first of all: a magazine per thread, used without synchronization, exchanged whole with the
/// <see cref="Depot"/> that all threads share. So an object made on one thread and consumed on another finds its way back.
/// A number and nothing else, so that an object that knows its pool finds its magazine by one load, and stays small.
/// </summary>
internal readonly partial struct OperationPool
{
    /// <summary>
    /// The place of this pool's magazine in every thread's array, and of its depot in the registry. 0 as long as the pool is
    /// being made, which asks the type for its attributes and may run code of users: it has no object then, and keeps none.
    /// </summary>
    private readonly int _id;

    private OperationPool(int id) => _id = id;

    /// <summary>Null as long as the pool is being made.</summary>
    private Depot? Depot => PoolRegistry.Get(_id);

    /// <summary>Makes a pool.</summary>
    /// <param name="type">
    /// What it is for, in statistics and for <see cref="PoolSizeAttribute"/>: the objects' type, or that of the state machine in them.
    /// </param>
    internal static OperationPool Create(Type type) => new(PoolRegistry.Add(new Depot(type, PoolSizes.Find(type))));

    /// <summary>Takes an object out of the pool.</summary>
    /// <returns>Null if the pool has none, and the caller makes one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Operation.TryClaimDelivered
    internal object? TryRent()
    {
        Magazine[] magazines = ThreadState.Current.Magazines;
        if ((uint)_id < (uint)magazines.Length)
        {
            ref Magazine magazine = ref magazines[_id];
            object? first = magazine.First;
            if (first is not null)
            {
                magazine.First = null;
                magazine.Rented++;
                return first;
            }

            int index = magazine.Count - 1;
            if (index >= 0)
            {
                ref object? slot = ref magazine.Slots![index].Value;
                object? value = slot;
                slot = null;
                magazine.Count = index;
                magazine.Rented++;
                return value;
            }
        }

        return RentFromDepot();
    }

    /// <summary>Gives an object to the pool. The caller must be the one that consumed it: nobody else has it.</summary>
    internal void Return(object value) => Return(ThreadState.Current, value);

    /// <inheritdoc cref="Return(object)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Operation.TryClaimDelivered
    internal void Return(ThreadState thread, object value)
    {
        Magazine[] magazines = thread.Magazines;
        if ((uint)_id < (uint)magazines.Length)
        {
            ref Magazine magazine = ref magazines[_id];
            Magazine.Slot[]? slots = magazine.Slots;
            if (slots is not null)
            {
                if (magazine.First is null)
                {
                    magazine.First = value;
                    return;
                }

                int count = magazine.Count;
                if ((uint)count < (uint)slots.Length)
                {
                    slots[count].Value = value;
                    magazine.Count = count + 1;
                    return;
                }
            }
        }

        ReturnToDepot(value);
    }

    /// <summary>Counts an object whose token has been everything it can be.</summary>
    internal void Retire() => Depot?.CountRetired();

    /// <summary>Counts an object that its last owner gives up, but not to the pool.</summary>
    internal void Drop() => Depot?.CountDropped();

    /// <summary>Counts an attempt to return an object that the pool has already.</summary>
    internal void Reject() => Depot?.CountRejected();

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private object? RentFromDepot()
    {
        if (Depot is not { } depot)
        {
            return null;
        }

        if (depot.IsSmall)
        {
            return depot.TryTakeOne();
        }

        ref Magazine magazine = ref ThisThreads();
        if (!depot.TryLoad(ref magazine))
        {
            return null;
        }

        return TryRent();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private void ReturnToDepot(object value)
    {
        if (Depot is not { } depot)
        {
            return;
        }

        if (depot.IsSmall)
        {
            depot.PutOne(value);
            return;
        }

        ref Magazine magazine = ref ThisThreads();
        if (depot.Unload(ref magazine))
        {
            Return(value);
        }
    }

    private ref Magazine ThisThreads()
    {
        ThreadState thread = ThreadState.Current;
        if (_id >= thread.Magazines.Length)
        {
            // Room for the pools there are, and as many again: resizing copies a few structs, seldom.
            Array.Resize(ref thread.Magazines, Math.Max(16, 2 * _id));
        }

        return ref thread.Magazines[_id];
    }
}
