namespace PooledAwait;

/// <content>All pools at once, as the calling thread sees them; off the hot path.</content>
internal sealed partial class OperationPool
{
    /// <summary>What each pool has done: up to every other thread's last exchange with its depot, and up to now on this thread.</summary>
    internal static PoolStatistics[] GetStatistics()
    {
        Depot[] depots = PoolRegistry.Snapshot();
        Magazine[] magazines = ThreadState.Current.Magazines;
        PoolStatistics[] statistics = new PoolStatistics[depots.Length];
        Magazine none = default;
        for (int id = 0; id < depots.Length; id++)
        {
            statistics[id] = depots[id].GetStatistics(ref id < magazines.Length ? ref magazines[id] : ref none);
        }

        return statistics;
    }

    /// <summary>Gives up everything that the depots and this thread's magazines hold.</summary>
    internal static void Clear()
    {
        Depot[] depots = PoolRegistry.Snapshot();
        Magazine[] magazines = ThreadState.Current.Magazines;
        Magazine none = default;
        for (int id = 0; id < depots.Length; id++)
        {
            depots[id].Clear(ref id < magazines.Length ? ref magazines[id] : ref none);
        }
    }
}
