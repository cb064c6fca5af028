using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The pool of one type of operation: a magazine per thread, used without synchronization, exchanged whole with the
/// <see cref="Depot"/> that all threads share. So an object made on one thread and consumed on another finds its way back.
/// </summary>
internal sealed class OperationPool
{
    /// <summary>The place of this pool's magazine in every thread's array.</summary>
    private readonly int _id;

    private readonly Depot _depot;

    private OperationPool(int id, Depot depot)
    {
        _id = id;
        _depot = depot;
    }

    /// <summary>Makes the pool of a type.</summary>
    /// <param name="type">The type, for statistics.</param>
    internal static OperationPool Create(Type type)
    {
        Depot depot = new(type, Depot.DefaultCapacity);
        return new OperationPool(PoolRegistry.Add(depot), depot);
    }

    /// <summary>Takes an object out of the pool.</summary>
    /// <returns>Null if the pool has none, and the caller makes one.</returns>
    internal Operation? TryRent()
    {
        Magazine[] magazines = ThreadState.Current.Magazines;
        if ((uint)_id < (uint)magazines.Length)
        {
            ref Magazine magazine = ref magazines[_id];
            int index = magazine.Count - 1;
            if (index >= 0)
            {
                ref Operation? slot = ref magazine.Slots![index].Operation;
                Operation? operation = slot;
                slot = null;
                magazine.Count = index;
                magazine.Rented++;
                return operation;
            }
        }

        return RentFromDepot();
    }

    /// <summary>Gives an object to the pool. The caller must be the one that consumed it: nobody else has it.</summary>
    internal void Return(Operation operation)
    {
        Magazine[] magazines = ThreadState.Current.Magazines;
        if ((uint)_id < (uint)magazines.Length)
        {
            ref Magazine magazine = ref magazines[_id];
            Magazine.Slot[]? slots = magazine.Slots;
            int count = magazine.Count;
            if (slots is not null && (uint)count < (uint)slots.Length)
            {
                slots[count].Operation = operation;
                magazine.Count = count + 1;
                return;
            }
        }

        ReturnToDepot(operation);
    }

    /// <summary>Counts an object whose token has been everything it can be.</summary>
    internal void Retire() => _depot.CountRetired();

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private Operation? RentFromDepot()
    {
        ref Magazine magazine = ref ThisThreads();
        if (!_depot.TryLoad(ref magazine))
        {
            return null;
        }

        return TryRent();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private void ReturnToDepot(Operation operation)
    {
        ref Magazine magazine = ref ThisThreads();
        if (_depot.Unload(ref magazine))
        {
            Return(operation);
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
