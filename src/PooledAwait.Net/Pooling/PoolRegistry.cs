using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// All pools there are, each under its number. Numbers begin with 1: 0 is the number of a pool that is not made yet, which
/// code can meet that runs while it is being made.
/// </summary>
internal static class PoolRegistry
{
    /// <summary>
    /// Keeps the depots of types that can be unloaded exactly as long as these. The key, not this table, keeps the value: objects
    /// in a depot, which lead back to their type, keep nothing.
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

    /// <summary>How many numbers were given away until now, those of pools that are gone among them.</summary>
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
            // Several pools may be for one type: two builders know the same state machine.
            ofType = s_unloadable.GetValue(depot.Type, static _ => []);

            // As long as a finalizer can still find an object of the pool, its number is not another pool's.
            entry = new WeakReference<Depot>(depot, trackResurrection: true);
        }

        s_lock.Enter();
        try
        {
            // Such pools come and go with what is loaded; all others stay.
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
