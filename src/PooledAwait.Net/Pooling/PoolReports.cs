using System;
using System.Collections.Generic;
using System.Threading;

namespace PooledAwait;

/// <summary>Makes the figures of the pools visible to whoever listens: by the meter and by the event source.</summary>
internal static class PoolReports
{
    /// <summary>
    /// How long after the first pool the instruments are published, in milliseconds. Loading what they are made of takes some 12 ms, which
    /// no program's start needs to wait for.
    /// </summary>
    internal const int DelayMilliseconds = 1_000;

    /// <summary>Rooted here until it is due.</summary>
    private static Timer? s_timer;

    /// <summary>
    /// Publishes the instruments soon, because listeners must find them without code of the user's; once, when the first pool is
    /// made.
    /// </summary>
    internal static void StartLater()
    {
        // A timer, a meter and an event source would keep the library loaded.
        if (Unloading.IncludesLibrary)
        {
            return;
        }

        bool isSuppressed = ExecutionContext.IsFlowSuppressed();
        if (!isSuppressed)
        {
            // The timer would keep the values of whoever happens to be first.
            ExecutionContext.SuppressFlow();
        }

        s_timer = new Timer(Start, null, DelayMilliseconds, Timeout.Infinite);
        if (!isSuppressed)
        {
            ExecutionContext.RestoreFlow();
        }
    }

    private static void Start(object? state)
    {
        s_timer!.Dispose();
        Func<PoolReading[]> read = Read;
        DiagnosticEvents.Start(read);
        PoolMeter.Start(read);
    }

    /// <summary>Reads all pools; overloads of a method have one name, and so one reading.</summary>
    private static PoolReading[] Read()
    {
        Dictionary<string, PoolReading> readings = [];
        foreach (PoolStatistics pool in OperationPools.GetStatistics())
        {
            string name = OperationNames.Of(pool.Type);
            PoolReading reading = new(name, pool.Rented, pool.Returned, pool.Allocated, pool.Dropped, pool.Retired, pool.Idle);
            readings[name] = readings.TryGetValue(name, out PoolReading other) ? reading.Plus(other) : reading;
        }

        return [.. readings.Values];
    }
}
