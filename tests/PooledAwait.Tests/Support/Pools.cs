namespace PooledAwait.Tests;

/// <summary>What the pools report.</summary>
internal static class Pools
{
    /// <summary>How many objects have come to the end of their token.</summary>
    internal static long Retired()
    {
        long retired = 0;
        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            retired += depot.GetStatistics().Retired;
        }

        return retired;
    }
}
