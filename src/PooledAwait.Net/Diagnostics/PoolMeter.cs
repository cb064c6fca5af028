#if NET
using System.Diagnostics.Metrics;
#endif

namespace PooledAwait;

/// <summary>The meter <c>PooledAwait</c>: the figures of each pool, lost operations and misuse. All instruments are observable, so that
/// they cost nothing until a listener collects them. netstandard2.0 has no meters; the event source shows what the pools count.</summary>
internal static class PoolMeter
{
#if NET
    private const string TypeTag = "pooledawait.type";

    /// <summary>How long one reading is reused, in milliseconds, so that all instruments of a collection show the same moment.</summary>
    private const int Validity = 10;

    internal static readonly Meter Meter = new("PooledAwait", typeof(PoolMeter).Assembly.GetName().Version?.ToString(3));
    private static readonly object s_lock = new();
    private static Func<PoolReading[]> s_read = static () => [];
    private static PoolReading[] s_reading = [];
    private static long s_readAt = long.MinValue;

    internal static void Start(Func<PoolReading[]> read)
    {
        s_read = read;

        // In this order, because returns that are read after rentals could exceed them.
        Observe("pooledawait.pool.returned", "Objects given back to the pool.", static pool => pool.Returned);
        Observe("pooledawait.pool.rented", "Objects taken from the pool, made ones included.", static pool => pool.Rented);
        Observe("pooledawait.pool.allocated", "Objects made because the pool had none.", static pool => pool.Allocated);
        Observe(
            "pooledawait.pool.dropped",
            "Objects left to the garbage collector because the pool was full or trimmed.",
            static pool => pool.Dropped);
        Observe(
            "pooledawait.pool.retired",
            "Objects left to the garbage collector because all their versions were used.",
            static pool => pool.Retired);
        Observe("pooledawait.pool.reused", "Objects taken from the pool that had served before.", static pool => pool.Reused);
        Observe(
            "pooledawait.pool.saved",
            "Bytes that new objects would have taken in place of the reused ones.",
            static pool => pool.Saved,
            "By");
        Publish(static () => Meter.CreateObservableUpDownCounter(
            "pooledawait.pool.idle", () => Measure(static pool => pool.Idle), "{object}", "Objects that the pool holds."));
        Publish(static () => Meter.CreateObservableCounter(
            "pooledawait.operations.lost",
            static () => DiagnosticReports.Lost,
            "{operation}",
            "Tracked operations that were collected before anyone consumed them."));
        Publish(static () => Meter.CreateObservableCounter(
            "pooledawait.operations.misused",
            static () => DiagnosticReports.Misused,
            "{operation}",
            "Uses of a handle that was not valid, or not the only one."));

        static void Observe(string name, string description, Func<PoolReading, long> figure, string unit = "{object}") =>
            Publish(() => Meter.CreateObservableCounter(name, () => Measure(figure), unit, description));
    }

    /// <summary>Publishes an instrument. That calls listeners; if one throws, the other instruments are still published.</summary>
    private static void Publish(Func<Instrument> create)
    {
        try
        {
            create();
        }
        catch (Exception exception)
        {
            UnobservedExceptions.Report(exception);
        }
    }

    private static Measurement<long>[] Measure(Func<PoolReading, long> figure)
    {
        PoolReading[] pools = Read();
        Measurement<long>[] measurements = new Measurement<long>[pools.Length];
        for (int i = 0; i < pools.Length; i++)
        {
            measurements[i] = new Measurement<long>(figure(pools[i]), new KeyValuePair<string, object?>(TypeTag, pools[i].Name));
        }

        return measurements;
    }

    private static PoolReading[] Read()
    {
        lock (s_lock)
        {
            long now = Environment.TickCount64;
            if (s_readAt == long.MinValue || now - s_readAt >= Validity)
            {
                s_reading = s_read();
                s_readAt = now;
            }

            return s_reading;
        }
    }
#else
    internal static void Start(Func<PoolReading[]> read)
    {
    }
#endif
}
