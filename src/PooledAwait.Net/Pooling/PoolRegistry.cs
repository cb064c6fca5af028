using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// All pools there are, each under the number that is its place in every thread's array. Numbers begin with 1: 0 is the
/// number of a pool that is not made yet, which code can meet that runs while it is being made.
/// </summary>
internal static class PoolRegistry
{
    private static readonly object s_lock = new();

    /// <summary>The depots, up to <see cref="s_count"/>, but for the first entry; replaced by a larger array when it is full.</summary>
    private static Depot?[] s_depots = new Depot?[16];
    private static int s_count = 1;

    /// <summary>Registers a pool.</summary>
    /// <returns>Its number.</returns>
    internal static int Add(Depot depot)
    {
        int id;
        lock (s_lock)
        {
            Depot?[] depots = s_depots;
            if (s_count == depots.Length)
            {
                Array.Resize(ref depots, 2 * s_count);
            }

            depots[s_count] = depot;
            Volatile.Write(ref s_depots, depots);
            id = s_count++;
        }

        if (id == 1)
        {
            PoolReports.StartLater();
        }

        return id;
    }

    /// <summary>A pool's depot; null for 0. Whoever has another number has it from <see cref="Add"/>, so that the entry is there.</summary>
    internal static Depot? Get(int id) => Volatile.Read(ref s_depots)[id];

    /// <summary>The pools there are now, the one with number 1 first.</summary>
    internal static Depot[] Snapshot()
    {
        lock (s_lock)
        {
            return s_depots.AsSpan(1, s_count - 1).ToArray()!;
        }
    }
}
