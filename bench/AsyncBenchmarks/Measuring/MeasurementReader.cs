using System.Globalization;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Harness;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Statistics;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Toolchains.Results;
using FigureResult = AsyncBenchmarks.Results.FigureResult;
using Measurement = AsyncBenchmarks.Results.Measurement;

namespace AsyncBenchmarks.Measuring;

/// <summary>Takes the numbers out of BenchmarkDotNet's report, into records that know nothing of it.</summary>
internal static class MeasurementReader
{
    private const string GcLine = "// GC: ";

    /// <summary>The numbers, or null with the reason why there are none.</summary>
    public static Measurement? Read(BenchmarkReport report, out string? failure)
    {
        failure = Marks(report, CaseMark.Failure).LastOrDefault();
        if (failure is not null)
        {
            return null;
        }

        double[] all = [.. report.ExecuteResults.SelectMany(Iterations)];
        if (!report.Success || all.Length == 0)
        {
            failure = "BenchmarkDotNet got no results; its log says more.";
            return null;
        }

        // Launches agree on what they allocate; the last one counts, as in BenchmarkDotNet's own tables.
        GcStats collections = Lines(report).Where(line => line.StartsWith(GcLine, StringComparison.Ordinal)).Select(GcStats.Parse).Last();
        double perThousand = 1000.0 / collections.TotalOperations;
        long? allocated = collections.GetTotalAllocatedBytes(excludeAllocationQuantumSideEffects: false);
        (double mean, double error) = Moments.Of(all);
        return new Measurement
        {
            Mean = mean,
            Error = error,
            Gen0 = collections.Gen0Collections * perThousand,
            Gen1 = collections.Gen1Collections * perThousand,
            Gen2 = collections.Gen2Collections * perThousand,
            Allocated = Marks(report, CaseMark.Allocated).LastOrDefault() is { } own ? Rounded(own)
                : allocated is { } bytes ? (long)Math.Round((double)bytes / collections.TotalOperations) : null,
            Survived = Survived(report),
            Figures = FigureResult.Medians(report.ExecuteResults.Select(Figures)),
        };
    }

    /// <summary>The runtime's description of itself; null if the process did not get so far.</summary>
    public static string? RuntimeOf(BenchmarkReport report) => Marks(report, CaseMark.Runtime).LastOrDefault();

    private static long? Rounded(string bytes) =>
        bytes == CaseMark.None ? null : (long)Math.Round(double.Parse(bytes, CultureInfo.InvariantCulture));

    private static long? Survived(BenchmarkReport report) =>
        Marks(report, CaseMark.Survived).Last() is var value && value != CaseMark.None
            ? long.Parse(value, CultureInfo.InvariantCulture)
            : null;

    private static IReadOnlyList<FigureResult> Figures(ExecuteResult launch) =>
    [
        .. launch.StandardOutput
            .Select(line => CaseMark.Parse(CaseMark.Figure, line))
            .OfType<string>()
            .Select(RunnerProcess.ReadFigure),
    ];

    private static IEnumerable<double> Iterations(ExecuteResult launch) => launch.Measurements
        .Where(measurement => measurement.Is(IterationMode.Workload, IterationStage.Result))
        .Select(measurement => measurement.Nanoseconds / measurement.Operations);

    private static IEnumerable<string> Marks(BenchmarkReport report, string key) =>
        Lines(report).Select(line => CaseMark.Parse(key, line)).OfType<string>();

    private static IEnumerable<string> Lines(BenchmarkReport report) => report.ExecuteResults.SelectMany(launch => launch.StandardOutput);
}
