using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The operations of pools. Each thread has a magazine, used without synchronization, and exchanges whole arrays with the
/// <see cref="Depot"/> that all threads share. An object that one thread creates and another consumes returns through it.
/// </summary>
internal static class OperationPools
{
    /// <summary>Creates a pool.</summary>
    /// <param name="type">
    /// The type for statistics and for <see cref="PoolSizeAttribute"/>: that of the objects, or of the state machine in them.
    /// </param>
    internal static OperationPool Create(Type type)
    {
        bool isUnloadable = Unloading.MayPrecedeLibrary(type);
        return PoolRegistry.Add(new Depot(type, PoolSizes.Find(type) ?? PoolSizes.DefaultSize, isUnloadable), isUnloadable);
    }

    /// <summary>Takes an object from the pool.</summary>
    /// <typeparam name="T">The type of the pooled objects.</typeparam>
    /// <returns>Null if the pool has none, so that the caller creates one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static T? TryRent<T>(this OperationPool pool)
        where T : class =>
        Start(Cast.OrNull<T>(pool.TryRent()));

    /// <inheritdoc cref="TryRent{T}(OperationPool)"/>
    /// <param name="pool">The pool.</param>
    /// <param name="thread">This thread's magazines.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static T? TryRent<T>(this OperationPool pool, ThreadMagazines thread)
        where T : class =>
        Start(Cast.OrNull<T>(pool.TryRent(thread)));

    /// <inheritdoc cref="TryRent{T}(OperationPool)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static object? TryRent(this OperationPool pool) => pool.TryRent(ThreadMagazines.NearOfThisThread);

    /// <inheritdoc cref="TryRent{T}(OperationPool, ThreadMagazines)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static object? TryRent(this OperationPool pool, ThreadMagazines thread) => pool.TryRent(thread.NearMagazines);

    /// <summary>Begins a use of an object that was in the pool, if uses are tracked.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    private static T? Start<T>(T? value)
        where T : class
    {
        if (OperationTracker.Current is { } tracker && value is ITracked operation)
        {
            tracker.Start(operation);
        }

        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    private static object? TryRent(this OperationPool pool, Magazine[]? near)
    {
        int index = (int)pool;
        if (near is not null && (uint)index < (uint)near.Length)
        {
            ref Magazine magazine = ref near[index];
            object? first = magazine.First;
            if (first is not null)
            {
                magazine.First = null;
                magazine.Rented++;
                return first;
            }

            MagazineArrays? arrays = magazine.Arrays;
            if (arrays is not null && arrays.TryTake() is { } value)
            {
                magazine.Rented++;
                return value;
            }
        }

        return TakeFromDepot(pool);
    }

    /// <summary>Returns an object to the pool. The caller must have consumed it, so that no other code refers to it.</summary>
    internal static void Return(this OperationPool pool, object value) => pool.Return(ThreadMagazines.OfThisThread, value);

    /// <inheritdoc cref="Return(OperationPool, object)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every consumption
    internal static void Return(this OperationPool pool, ThreadMagazines thread, object value)
    {
        Magazine[] near = thread.NearMagazines;
        int index = (int)pool;
        if ((uint)index < (uint)near.Length)
        {
            ref Magazine magazine = ref near[index];
            MagazineArrays? arrays = magazine.Arrays;
            if (arrays is not null)
            {
                if (magazine.First is null)
                {
                    magazine.First = value;
                    return;
                }

                if (arrays.TryPut(value))
                {
                    return;
                }
            }
        }

        PutIntoDepot(pool, value);
    }

    /// <summary>The type of the pool, as <see cref="Create"/> was told.</summary>
    internal static Type TypeOf(this OperationPool pool) => PoolRegistry.Get(pool)?.Type ?? typeof(object);

    /// <summary>Counts an object whose version is exhausted.</summary>
    internal static void Retire(this OperationPool pool) => PoolRegistry.Get(pool)?.CountRetired();

    /// <summary>Counts an object that its owner drops.</summary>
    internal static void Drop(this OperationPool pool) => PoolRegistry.Get(pool)?.CountDropped();

    /// <summary>Counts a second return of one object.</summary>
    internal static void Reject(this OperationPool pool) => PoolRegistry.Get(pool)?.CountRejected();

    /// <summary>The figures of each pool, all threads included.</summary>
    internal static PoolStatistics[] GetStatistics()
    {
        List<Depot> depots = PoolRegistry.Snapshot();
        PoolStatistics[] statistics = new PoolStatistics[depots.Count];
        for (int i = 0; i < statistics.Length; i++)
        {
            // For one pool at a time, because threads that add or move magazines wait.
            PoolThreads.Enter();
            statistics[i] = depots[i].GetStatistics(PoolThreads.Entered);
            PoolThreads.Exit();
        }

        return statistics;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private static object? TakeFromDepot(OperationPool pool)
    {
        if (PoolRegistry.Get(pool) is not { } depot)
        {
            return null;
        }

        if (depot.IsOneByOne)
        {
            return depot.TakeOne();
        }

        ref Magazine magazine = ref ThreadMagazines.OfThisThread.GetOrAdd(pool, out MagazineArrays arrays);
        return depot.Take(ref magazine, arrays);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per magazine
    private static void PutIntoDepot(OperationPool pool, object value)
    {
        if (PoolRegistry.Get(pool) is not { } depot)
        {
            return;
        }

        // Before the first change, because creating a timer may run other code in a wait that pumps messages.
        PoolTrimmer.CountReturn();
        if (depot.IsOneByOne)
        {
            depot.PutOne(value);
        }
        else
        {
            ref Magazine magazine = ref ThreadMagazines.OfThisThread.GetOrAdd(pool, out MagazineArrays arrays);
            depot.Put(ref magazine, arrays, value);
        }
    }
}
