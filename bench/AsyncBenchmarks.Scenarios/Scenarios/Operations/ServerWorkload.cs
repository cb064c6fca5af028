namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// A server's loop on one thread: requests are due at a fixed rate, whether or not those before are done. Each goes through
/// three async methods, and its answer from outside is due while many others are in flight. A live heap stands by, as in a
/// server. Latency is from when the answer was due until the request is through, so that a pause delays all that were due in it.
/// </summary>
internal sealed class ServerWorkload<TBody, TSource, TTask> : LinkedWorkload<TBody, TSource, TTask>
    where TBody : struct, IOperations<TSource, TTask>
{
    private const double RequestsPerSecond = 50_000;
    private const int InFlight = 500;
    private const int Methods = 3;

    /// <summary>With those in <see cref="_live"/>, 1 GB.</summary>
    private const int LiveReferences = 12;

    private static readonly int s_liveObjects = Haste.Choose(8_000_000, 10_000);
    private static readonly int s_requests = (int)(RequestsPerSecond * Haste.Choose(10, 0.2));

    private readonly Tally _tally = new();
    private readonly TSource[] _inFlight = new TSource[InFlight];
    private readonly long[] _latencies = new long[s_requests];
    private object[] _live = [];
    private TimeSpan? _pauses;
    private int _collections;

    public override int OperationsPerRun => s_requests;

    public override IReadOnlyList<Figure> Figures
    {
        get
        {
            Array.Sort(_latencies);
            return
            [
                .. base.Figures,
                new Figure("Total pause", _pauses is { } pauses ? pauses.TotalMilliseconds * 1e6 : double.NaN, FigureUnit.Nanoseconds),
                new Figure("Collections", _collections, FigureUnit.Count),
                new Figure("p50 latency", Percentile(0.5), FigureUnit.Nanoseconds),
            ];
        }
    }

    public override void Setup()
    {
        _live = new object[s_liveObjects];
        for (int index = 0; index < s_liveObjects; index++)
        {
            // A tree: a collection of all generations has to walk it.
            object?[] live = new object?[LiveReferences];
            live[0] = _live[index / 2];
            _live[index] = live;
        }

        // Compiles what the requests run, as a server that has been up for a while has; and fills the pools.
        for (int time = 0; time < 200; time++)
        {
            Serve(requests: 1_000, rate: double.PositiveInfinity);
        }
    }

    public override void Run()
    {
        GC.Collect();
        TimeSpan? pausesBefore = Pauses();
        int collectionsBefore = GC.CollectionCount(0);
        Serve(s_requests, RequestsPerSecond);
        _pauses = Pauses() - pausesBefore;
        _collections = GC.CollectionCount(0) - collectionsBefore;
        GC.KeepAlive(_live);
    }

    // How long the collector has held all threads; .NET tells from 7 on.
#if NET
    private static TimeSpan? Pauses() => GC.GetTotalPauseDuration();
#else
    private static TimeSpan? Pauses() => null;
#endif

    private void Serve(int requests, double rate)
    {
        double ticksPerRequest = Stopwatch.Frequency / rate;
        long start = Stopwatch.GetTimestamp();
        for (int number = 0; number < requests + InFlight; number++)
        {
            long due = start + (long)(number * ticksPerRequest);
            while (Stopwatch.GetTimestamp() < due)
            {
                // A server would wait for its sockets here; sleeping would add the operating system's delays to the latencies.
            }

            int slot = number % InFlight;
            if (number >= InFlight)
            {
                default(TBody).Complete(_inFlight[slot], 1);
                _latencies[(number - InFlight) % _latencies.Length] = Stopwatch.GetTimestamp() - due;
            }

            if (number < requests)
            {
                _inFlight[slot] = Request();
            }
        }

        _tally.Demand(requests, (long)requests * Methods);
    }

    private TSource Request()
    {
        TSource source = default(TBody).Create();
        default(TBody).Count(Link(source, Methods - 1), _tally);
        return source;
    }

    private double Percentile(double share) =>
        _latencies[(int)Math.Ceiling((_latencies.Length - 1) * share)] * 1e9 / Stopwatch.Frequency;
}

internal sealed record ServerWork : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new ServerWorkload<TBody, TSource, TTask>());
}
