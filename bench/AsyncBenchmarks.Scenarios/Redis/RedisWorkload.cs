using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace AsyncBenchmarks.Redis;

/// <summary>A client of one layer.</summary>
internal interface IRedisClient : IDisposable
{
    /// <summary>Makes a client, connected.</summary>
    static abstract IRedisClient Connect();

    /// <summary>The source files that are the layer.</summary>
    static abstract IReadOnlyList<string> Sources { get; }

    /// <summary>Starts a caller that makes commands, one after the other, until there are no more.</summary>
    void StartCaller(RedisLoad load);
}

/// <summary>Callers that share a client, and its connection to a real server.</summary>
internal sealed class RedisWorkload<TClient>(int callers) : Workload
    where TClient : IRedisClient
{
    private const int RatesKept = 64;

    private readonly RedisLoad _load = new();
    private readonly List<double> _rates = new(RatesKept);
    private IRedisClient? _client;
    private int _collections;

    public override int OperationsPerRun { get; } = callers * Haste.Choose(callers == 1 ? 250 : callers < 512 ? 64 : 32, 4);

    public override bool WaitsForOthers => true;

    public override IReadOnlyList<Figure> Figures =>
    [
        .. base.Figures,
        new Figure("Commands/s", _rates.Order().ElementAtOrDefault(_rates.Count / 2), FigureUnit.Count),
        new Figure("Collections per million", (GC.CollectionCount(0) - _collections) * 1e6 / _load.Commands, FigureUnit.Count),
        new Figure("p50 latency", _load.Percentile(0.5), FigureUnit.Nanoseconds),
        new Figure("p99 latency", _load.Percentile(0.99), FigureUnit.Nanoseconds),
        new Figure("p99.9 latency", _load.Percentile(0.999), FigureUnit.Nanoseconds),
        new Figure("Layer's lines", LayerLines.Count(TClient.Sources), FigureUnit.Count),
    ];

    public override void Setup()
    {
        _client = TClient.Connect();
        _collections = GC.CollectionCount(0);
    }

    public override void Run()
    {
        long start = Stopwatch.GetTimestamp();
        _load.Begin(callers, OperationsPerRun);
        for (int caller = 0; caller < callers; caller++)
        {
            _client!.StartCaller(_load);
        }

        _load.End();
        if (_rates.Count == RatesKept)
        {
            _rates.RemoveAt(0);
        }

        _rates.Add(OperationsPerRun / Stopwatch.GetElapsedTime(start).TotalSeconds);
    }

    public override void Cleanup() => _client?.Dispose();
}

/// <summary>Counts lines of the layers' sources, which the build puts into this assembly.</summary>
internal static class LayerLines
{
    /// <summary>Counts the lines that are neither empty, nor a comment, nor a using.</summary>
    /// <param name="files">Names of source files.</param>
    public static int Count(IReadOnlyList<string> files) => files.Sum(static file => Read(file).Count(static line =>
        line.Trim() is { Length: > 0 } text
        && !text.StartsWith("//", StringComparison.Ordinal)
        && !text.StartsWith("using ", StringComparison.Ordinal)));

    private static IEnumerable<string> Read(string file)
    {
        using Stream stream = typeof(LayerLines).Assembly.GetManifestResourceStream("Layers/" + file)
            ?? throw new WorkloadException($"The build did not put {file} into the assembly.");
        using StreamReader reader = new(stream);
        while (reader.ReadLine() is { } line)
        {
            yield return line;
        }
    }
}
