namespace PooledAwait;

/// <content>All pools at once, as the calling thread sees them; off the hot path.</content>
internal static partial class OperationPools
{
    /// <summary>What each pool has done: up to every other thread's last exchange with its depot, and up to now on this thread.</summary>
    internal static PoolStatistics[] GetStatistics()
    {
        Depot[] depots = PoolRegistry.Snapshot();
        Magazine[] magazines = ThreadState.Current.Magazines;
        PoolStatistics[] statistics = new PoolStatistics[depots.Length];
        Magazine none = default;
        for (int i = 0; i < depots.Length; i++)
        {
            statistics[i] = depots[i].GetStatistics(ref i + 1 < magazines.Length ? ref magazines[i + 1] : ref none);
        }

        return statistics;
    }

    /// <summary>Gives up everything that the depots and this thread's magazines hold.</summary>
    internal static void Clear()
    {
        Depot[] depots = PoolRegistry.Snapshot();
        Magazine[] magazines = ThreadState.Current.Magazines;
        Magazine none = default;
        for (int i = 0; i < depots.Length; i++)
        {
            depots[i].Clear(ref i + 1 < magazines.Length ? ref magazines[i + 1] : ref none);
        }
    }
}
