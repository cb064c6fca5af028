using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// All pools by their numbers. Numbers begin with 1: 0 stands for a pool that is still being created, which user code can meet that runs
/// during the creation.
/// </summary>
internal static class PoolRegistry
{
    /// <summary>
    /// Keeps the depots of unloadable types exactly as long as the types. A value lives as long as its key, also if the value refers to the
    /// key.
    /// </summary>
    private static readonly ConditionalWeakTable<Type, List<Depot>> s_unloadable = new();

    private static ShortLock s_lock;

    /// <summary>
    /// Up to <see cref="s_count"/>, but for the first entry, depots, or references to those of types that can be unloaded; null
    /// where one was. Replaced by a larger array when it is full.
    /// </summary>
    private static object?[] s_depots = new object?[16];
    private static int s_count = 1;

    static PoolRegistry() => CollectionWatch.Begin();

    /// <summary>The number of pools so far, those of unloaded types included.</summary>
    internal static int Count => Volatile.Read(ref s_count) - 1;

    /// <summary>Registers a pool.</summary>
    /// <param name="depot">Its depot.</param>
    /// <param name="isUnloadable">Whether its type may be unloaded before this library.</param>
    internal static OperationPool Add(Depot depot, bool isUnloadable)
    {
        object entry = depot;
        List<Depot>? ofType = null;
        if (isUnloadable)
        {
            // A type may have several pools, because two builders may use one state machine.
            ofType = s_unloadable.GetValue(depot.Type, static _ => []);

            // A number is not reused while a finalizer can still find an object of its pool.
            entry = new WeakReference<Depot>(depot, trackResurrection: true);
        }

        s_lock.Enter();
        try
        {
            // Only pools of unloadable types are removed.
            int number = isUnloadable
                ? Array.FindIndex(s_depots, 1, static entry => entry is WeakReference<Depot> reference && !reference.TryGetTarget(out _))
                : -1;
            if (number < 0)
            {
                number = s_count;
                if (number == s_depots.Length)
                {
                    object?[] depots = s_depots;
                    Array.Resize(ref depots, 2 * number);
                    Volatile.Write(ref s_depots, depots);
                }
            }

            ofType?.Add(depot);
            s_count = Math.Max(s_count, number + 1);
            depot.Pool = (OperationPool)number;
            s_depots[number] = entry;
        }
        finally
        {
            s_lock.Exit();
        }

        if (depot.Pool == (OperationPool)1)
        {
            PoolReports.StartLater();
        }

        return depot.Pool;
    }

    /// <summary>A pool's depot; null for 0, and where a type is unloaded.</summary>
    internal static Depot? Get(OperationPool pool)
    {
        object? entry = Volatile.Read(ref s_depots)[(int)pool];
        if (entry is Depot depot)
        {
            return depot;
        }

        return entry is WeakReference<Depot> reference && reference.TryGetTarget(out Depot? target) ? target : null;
    }

    /// <summary>The pools there are now, the oldest first.</summary>
    internal static List<Depot> Snapshot()
    {
        object?[] entries = Volatile.Read(ref s_depots);
        List<Depot> depots = new(entries.Length);
        for (int number = 1; number < entries.Length; number++)
        {
            if (Get((OperationPool)number) is { } depot)
            {
                depots.Add(depot);
            }
        }

        return depots;
    }
}
