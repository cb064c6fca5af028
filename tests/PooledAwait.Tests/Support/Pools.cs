namespace PooledAwait.Tests;

/// <summary>What the pools report.</summary>
internal static class Pools
{
    /// <summary>How many objects with a type argument were rented and not returned.</summary>
    internal static long Rented(Type argument)
    {
        long rented = 0;
        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            if (Array.IndexOf(depot.Type.GetGenericArguments(), argument) >= 0)
            {
                PoolStatistics statistics = depot.GetStatistics();
                rented += statistics.Rented - statistics.Returned;
            }
        }

        return rented;
    }

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
