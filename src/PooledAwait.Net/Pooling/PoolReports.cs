using System;
using System.Collections.Generic;

namespace PooledAwait;

/// <summary>Publishes the figures of the pools by the meter and the event source.</summary>
internal static class PoolReports
{
    /// <summary>The number of names with a reading of their own: dashboards and collectors bear no thousands of series.</summary>
    internal const int MaxReadings = 100;

    /// <summary>The name of the reading of all other pools.</summary>
    internal const string OtherPools = "(others)";

    private static bool s_isStarted;

    /// <summary>
    /// Publishes the instruments, so that listeners find them without user code. Called by the <see cref="PoolTrimmer"/>'s timer; loading
    /// their types takes some 12 ms.
    /// </summary>
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

    /// <summary>
    /// Reads all pools; overloads of a method have one name, and so one reading. The first <see cref="MaxReadings"/> names in the order of
    /// their creation have one each, so that a counter never moves; all later ones have one together.
    /// </summary>
    internal static PoolReading[] Read()
    {
        Dictionary<string, PoolReading> readings = [];
        foreach (PoolStatistics pool in OperationPools.GetStatistics())
        {
            string name = OperationNames.Of(pool.Type);
            if (readings.Count >= MaxReadings && !readings.ContainsKey(name))
            {
                name = OtherPools;
            }

            PoolReading reading = new(name, pool.Rented, pool.Returned, pool.Allocated, pool.Dropped, pool.Retired, pool.Idle);
            readings[name] = readings.TryGetValue(name, out PoolReading other) ? reading.Plus(other) : reading;
        }

        return [.. readings.Values];
    }
}
