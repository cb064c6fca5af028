using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using AsyncBenchmarks.Servers;

namespace AsyncBenchmarks.Redis;

/// <summary>A client of one layer.</summary>
internal interface IRedisClient : IDisposable
{
    /// <summary>Makes a client, connected.</summary>
    static abstract IRedisClient Connect();

    /// <summary>The source files that are the layer.</summary>
    static abstract IReadOnlyList<string> Sources { get; }

    /// <summary>Starts a caller that makes commands, one after the other, until there are no more.</summary>
    void StartCaller(CommandLoad load);
}

/// <summary>Callers that share a client, and its connection to a real server.</summary>
internal sealed class RedisWorkload<TClient>(int callers)
    : CallersWorkload(callers, Haste.Choose(callers == 1 ? 250 : callers < 512 ? 64 : 32, 4))
    where TClient : IRedisClient
{
    private IRedisClient? _client;

    public override IReadOnlyList<Figure> Figures =>
        [.. base.Figures, new Figure("Layer's lines", LayerLines.Count(TClient.Sources), FigureUnit.Count)];

    public override void Setup()
    {
        _client = TClient.Connect();
        base.Setup();
    }

    public override void Cleanup() => _client?.Dispose();

    protected override void StartCaller(int caller, CommandLoad load) => _client!.StartCaller(load);
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
