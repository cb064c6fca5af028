using System.Collections.Generic;

namespace PooledAwait;

/// <summary>All pools there are, each under the number that is its place in every thread's array.</summary>
internal static class PoolRegistry
{
    private static readonly List<Depot> s_depots = [];

    /// <summary>Registers a pool.</summary>
    /// <returns>Its number.</returns>
    internal static int Add(Depot depot)
    {
        lock (s_depots)
        {
            s_depots.Add(depot);
            return s_depots.Count - 1;
        }
    }

    /// <summary>The pools there are now.</summary>
    internal static Depot[] Snapshot()
    {
        lock (s_depots)
        {
            return [.. s_depots];
        }
    }
}
