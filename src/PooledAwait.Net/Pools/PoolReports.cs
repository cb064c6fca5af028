namespace PooledAwait;

internal static class PoolReports
{
    /// <summary>The number of names with their own reading, because dashboards can't cope with thousands of series.</summary>
    internal const int MaxReadings = 100;

    internal const string OtherPools = "(others)";

    private static bool s_isStarted;

    /// <summary>Publishes the instruments, so that listeners find them without user code. Called by the <see cref="PoolTrimmer"/>'s timer,
    /// because loading their types takes some 12 ms.</summary>
    internal static void Start()
    {
        if (!s_isStarted)
        {
            s_isStarted = true;
            Func<PoolReading[]> read = Read;
            DiagnosticEvents.Start(read);
            PoolMeter.Start(read);
        }
    }

    /// <summary>Reads all pools. Overloads of a method share one name, and so one reading. The first <see cref="MaxReadings"/> names have a
    /// reading each, in the order of their creation, so that no counter moves to another; all later names share one.</summary>
    internal static PoolReading[] Read()
    {
        Dictionary<string, PoolReading> readings = [];
        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            PoolStatistics pool = depot.GetStatistics();
            string name = OperationNames.Of(pool.Type);
            if (readings.Count >= MaxReadings && !readings.ContainsKey(name))
            {
                name = OtherPools;
            }

#if NET
            long saved = (pool.Rented - pool.Allocated) * depot.ObjectSize;
#else
            const long saved = 0; // no meter
#endif
            PoolReading reading = new(name, pool.Rented, pool.Returned, pool.Allocated, pool.Dropped, pool.Retired, pool.Idle, saved);
            readings[name] = readings.TryGetValue(name, out PoolReading other) ? reading.Plus(other) : reading;
        }

        return [.. readings.Values];
    }
}
