using System;
using System.Collections.Generic;
using System.Threading;

namespace PooledAwait;

/// <summary>Publishes the figures of the pools by the meter and the event source.</summary>
internal static class PoolReports
{
    /// <summary>
    /// The delay between the first pool and the publication of the instruments, in milliseconds. Loading their types takes some 12 ms, for
    /// which no program's start should wait.
    /// </summary>
    internal const int DelayMilliseconds = 1_000;

    /// <summary>Kept alive here until it fires.</summary>
    private static Timer? s_timer;

    /// <summary>
    /// Publishes the instruments after a delay, so that listeners find them without user code. Called once, for the first pool.
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
            // The timer would keep the AsyncLocal values of the first caller alive.
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
