using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// What pools do: a magazine per thread, used without synchronization, exchanged whole with the <see cref="Depot"/> that all
/// threads share. So an object made on one thread and consumed on another finds its way back.
/// </summary>
internal static partial class OperationPools
{
    /// <summary>Makes a pool.</summary>
    /// <param name="type">
    /// What it is for, in statistics and for <see cref="PoolSizeAttribute"/>: the objects' type, or that of the state machine in them.
    /// </param>
    internal static OperationPool Create(Type type) => (OperationPool)PoolRegistry.Add(new Depot(type, PoolSizes.Find(type)));

    /// <summary>Takes an object out of the pool.</summary>
    /// <typeparam name="T">What the pool holds.</typeparam>
    /// <returns>Null if the pool has none, and the caller makes one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static T? TryRent<T>(this OperationPool pool)
        where T : class
    {
        T? value = Cast.OrNull<T>(pool.TryRent());
        if (OperationTracker.Current is { } tracker && value is ITracked operation)
        {
            tracker.Start(operation);
        }

        return value;
    }

    /// <inheritdoc cref="TryRent{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static object? TryRent(this OperationPool pool)
    {
        Magazine[]? magazines = ThreadState.CurrentMagazines;
        int id = (int)pool;
        if (magazines is not null && (uint)id < (uint)magazines.Length)
        {
            ref Magazine magazine = ref magazines[id];
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

        return RentFromDepot(pool);
    }

    /// <summary>Gives an object to the pool. The caller must be the one that consumed it: nobody else has it.</summary>
    internal static void Return(this OperationPool pool, object value) => pool.Return(ThreadState.Current, value);

    /// <inheritdoc cref="Return(OperationPool, object)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every resumption
    internal static void Return(this OperationPool pool, ThreadState thread, object value)
    {
        Magazine[] magazines = thread.Magazines;
        int id = (int)pool;
        if ((uint)id < (uint)magazines.Length)
        {
            ref Magazine magazine = ref magazines[id];
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

        ReturnToDepot(pool, value);
    }

    /// <summary>What the pool is for, as <see cref="Create"/> was told.</summary>
    internal static Type TypeOf(this OperationPool pool) => pool.Depot()?.Type ?? typeof(object);

    /// <summary>Counts an object whose version is exhausted.</summary>
    internal static void Retire(this OperationPool pool) => pool.Depot()?.CountRetired();

    /// <summary>Counts an object that its last owner gives up, but not to the pool.</summary>
    internal static void Drop(this OperationPool pool) => pool.Depot()?.CountDropped();

    /// <summary>Counts an attempt to return an object that the pool has already.</summary>
    internal static void Reject(this OperationPool pool) => pool.Depot()?.CountRejected();

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private static object? RentFromDepot(OperationPool pool)
    {
        if (pool.Depot() is not { } depot)
        {
            return null;
        }

        if (depot.IsSmall)
        {
            return depot.TryTakeOne();
        }

        ref Magazine magazine = ref ThisThreads(pool);
        if (!depot.TryLoad(ref magazine))
        {
            return null;
        }

        return pool.TryRent();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private static void ReturnToDepot(OperationPool pool, object value)
    {
        if (pool.Depot() is not { } depot)
        {
            return;
        }

        if (depot.IsSmall)
        {
            depot.PutOne(value);
            return;
        }

        ref Magazine magazine = ref ThisThreads(pool);
        if (depot.Unload(ref magazine))
        {
            pool.Return(value);
        }
    }

    private static ref Magazine ThisThreads(OperationPool pool)
    {
        int id = (int)pool;
        ThreadState thread = ThreadState.Current;
        if (id >= thread.Magazines.Length)
        {
            // Room for the pools there are, and as many again: resizing copies a few structs, seldom.
            Magazine[] magazines = thread.Magazines;
            Array.Resize(ref magazines, Math.Max(16, 2 * id));
            thread.Magazines = magazines;
        }

        return ref thread.Magazines[id];
    }

    /// <summary>Null as long as the pool is being made.</summary>
    private static Depot? Depot(this OperationPool pool) => PoolRegistry.Get((int)pool);
}
