using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The pool of one type of object, operations first of all: a magazine per thread, used without synchronization, exchanged whole with the
/// <see cref="Depot"/> that all threads share. So an object made on one thread and consumed on another finds its way back.
/// </summary>
internal sealed partial class OperationPool
{
    /// <summary>The place of this pool's magazine in every thread's array.</summary>
    private readonly int _id;

    private readonly Depot _depot;

    private OperationPool(int id, Depot depot)
    {
        _id = id;
        _depot = depot;
    }

    /// <summary>Makes a pool.</summary>
    /// <param name="type">
    /// What it is for, in statistics and for <see cref="PoolSizeAttribute"/>: the objects' type, or that of the state machine in them.
    /// </param>
    internal static OperationPool Create(Type type)
    {
        Depot depot = new(type, PoolSizes.Find(type));
        return new OperationPool(PoolRegistry.Add(depot), depot);
    }

    /// <summary>Takes an object out of the pool.</summary>
    /// <returns>Null if the pool has none, and the caller makes one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Claim
    internal object? TryRent()
    {
        Magazine[] magazines = ThreadState.Current.Magazines;
        if ((uint)_id < (uint)magazines.Length)
        {
            ref Magazine magazine = ref magazines[_id];
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
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Claim
    internal void Return(ThreadState thread, object value)
    {
        Magazine[] magazines = thread.Magazines;
        if ((uint)_id < (uint)magazines.Length)
        {
            ref Magazine magazine = ref magazines[_id];
            Magazine.Slot[]? slots = magazine.Slots;
            int count = magazine.Count;
            if (slots is not null && (uint)count < (uint)slots.Length)
            {
                slots[count].Value = value;
                magazine.Count = count + 1;
                return;
            }
        }

        ReturnToDepot(value);
    }

    /// <summary>Counts an object whose token has been everything it can be.</summary>
    internal void Retire() => _depot.CountRetired();

    /// <summary>Counts an object that its last owner gives up, but not to the pool.</summary>
    internal void Drop() => _depot.CountDropped();

    /// <summary>Counts an attempt to return an object that the pool has already.</summary>
    internal void Reject() => _depot.CountRejected();

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private object? RentFromDepot()
    {
        if (_depot.IsSmall)
        {
            return _depot.TryTakeOne();
        }

        ref Magazine magazine = ref ThisThreads();
        if (!_depot.TryLoad(ref magazine))
        {
            return null;
        }

        return TryRent();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private void ReturnToDepot(object value)
    {
        if (_depot.IsSmall)
        {
            _depot.PutOne(value);
            return;
        }

        ref Magazine magazine = ref ThisThreads();
        if (_depot.Unload(ref magazine))
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
