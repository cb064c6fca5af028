using System.Runtime;

namespace AsyncBenchmarks.Scenarios;

/// <summary>A program that is measured while it serves others.</summary>
internal interface IServedProgram : IDisposable
{
    /// <summary>Starts it.</summary>
    /// <param name="peer">The port of its database, or of whoever frames go to.</param>
    /// <returns>The port at which it listens.</returns>
    int Start(int peer);
}

/// <summary>A program serves requests, which the client makes at a fixed rate.</summary>
internal sealed class ServicesWorkload(ServedProgram kind, Func<IServedProgram> create) : Workload
{
    private readonly int _rate = kind == ServedProgram.Proxy ? 2_000 : 800;
    private readonly List<Stretch> _stretches = [];
    private IServedProgram? _program;
    private StreamReader? _answers;
    private StreamWriter? _orders;
    private int _port;
    private int _clientsProcessor;

    public override int OperationsPerRun => Haste.Choose(_rate / 10, 4);

    public override bool WaitsForOthers => true;

    public override bool TakesProcessorTime => true;

    public override IReadOnlyList<Figure> Figures
    {
        get
        {
            // The first ones warmed up.
            int first = _stretches.Count / 4;
            Stretch[] measured = [.. _stretches.Skip(first)];
            double requests = Math.Max(1, measured.Length) * (double)OperationsPerRun;
            double[] latencies =
            [
                .. Ask(LoadClient.Latencies).Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(first * OperationsPerRun)
                    .Select(word => double.Parse(word, CultureInfo.InvariantCulture)).Order(),
            ];
            return
            [
                new Figure("Bytes", measured.Sum(stretch => stretch.Bytes) / requests, FigureUnit.Bytes),
                new Figure("Collections", 1_000 * measured.Sum(stretch => stretch.Collections) / requests, FigureUnit.Count),
                new Figure("Pause", measured.Sum(stretch => stretch.Pause.TotalNanoseconds) / requests, FigureUnit.Nanoseconds),
                new Figure("Saturation", Haste.IsSmoke ? double.NaN : Saturate(), FigureUnit.Saturation),
                new Figure("p50 latency", latencies.ElementAtOrDefault(latencies.Length / 2), FigureUnit.Latency),
                new Figure("p99 latency", latencies.ElementAtOrDefault(latencies.Length * 99 / 100), FigureUnit.Latency),
            ];
        }
    }

    /// <summary>The rate, if nothing but the server was busy.</summary>
    /// <param name="rate">Requests per second.</param>
    /// <param name="server">The share of the time in which the server's processor was busy.</param>
    /// <param name="other">The same of the processor of its client and its database.</param>
    internal static double Saturation(double rate, double server, double other) => server > 0.95 && other < 0.80 ? rate : double.NaN;

    public override void Setup()
    {
        (_answers, _orders) = LoadClient.Connect();
        string[] words = _answers.ReadLine()!.Split(' ');
        _clientsProcessor = int.Parse(words[1], CultureInfo.InvariantCulture);
        _program = create();
        _port = _program.Start(
            kind == ServedProgram.Proxy ? int.Parse(words[0], CultureInfo.InvariantCulture) : LocalServer.Services.Port);
        WarmUp();
    }

    public override void Run()
    {
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        int collections = GC.CollectionCount(0);
        TimeSpan pause = GC.GetTotalPauseDuration();
        Load(_rate, OperationsPerRun);
        _stretches.Add(new Stretch(
            GC.GetTotalAllocatedBytes(precise: true) - bytes,
            GC.CollectionCount(0) - collections,
            GC.GetTotalPauseDuration() - pause));
    }

    public override void Cleanup()
    {
        _answers?.Dispose();
        _program?.Dispose();
    }

    // Until two batches in a row make the runtime compile next to nothing. It optimizes between them, when methods have come to rest.
    private void WarmUp()
    {
        int quiet = 0;
        for (int batch = 0; batch < Haste.Choose(50, 1) && quiet < 2; batch++)
        {
            long compiled = JitInfo.GetCompiledMethodCount();
            Load(rate: 0, Haste.Choose(_rate / 2, 4));
            Thread.Sleep(Haste.Choose(200, 0));
            quiet = JitInfo.GetCompiledMethodCount() - compiled > 10 ? 0 : quiet + 1;
        }
    }

    private void Load(int rate, int count)
    {
        if (Ask(string.Create(CultureInfo.InvariantCulture, $"{kind} {_port} {rate} {count}")) is { Length: > 0 } failure)
        {
            throw new WorkloadException("A request failed: " + failure);
        }
    }

    private string Ask(string order)
    {
        _orders!.WriteLine(order);
        return _answers!.ReadLine() ?? throw new WorkloadException("The client has gone.");
    }

    private double Saturate()
    {
        // The caller's thread, and all that it has started, are on the server's.
        int own = Thread.GetCurrentProcessorId();
        (long[] server, long[] other) = (ProcessorTimes(own), ProcessorTimes(_clientsProcessor));
        long start = Stopwatch.GetTimestamp();
        int count = 2 * _rate;
        Load(rate: 0, count);
        double rate = count / Stopwatch.GetElapsedTime(start).TotalSeconds;
        return Saturation(rate, Busy(server, ProcessorTimes(own)), Busy(other, ProcessorTimes(_clientsProcessor)));

        static double Busy(long[] before, long[] after) => 1 - ((double)(after[0] - before[0]) / (after[1] - before[1]));
    }

    // How long it has been idle, and how long it has been there: the sums of the columns.
    private static long[] ProcessorTimes(int processor)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"cpu{processor} ");
        long[] columns =
        [
            .. File.ReadLines("/proc/stat").First(line => line.StartsWith(name, StringComparison.Ordinal))[name.Length..].Split(' ')
                .Take(8).Select(column => long.Parse(column, CultureInfo.InvariantCulture)),
        ];
        return [columns[3] + columns[4], columns.Sum()];
    }

    /// <summary>What the requests of one run used.</summary>
    private sealed record Stretch(long Bytes, int Collections, TimeSpan Pause);
}
