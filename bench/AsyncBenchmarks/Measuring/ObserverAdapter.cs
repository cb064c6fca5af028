using BenchmarkDotNet.EventProcessors;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.Results;
using Measurement = AsyncBenchmarks.Results.Measurement;

namespace AsyncBenchmarks.Measuring;

/// <summary>Tells our observer what BenchmarkDotNet tells its own; nothing any more once the run is being stopped.</summary>
internal sealed class ObserverAdapter : EventProcessor
{
    private readonly IMeasuringObserver _observer;
    private readonly CancellationToken _stopping;
    private readonly HashSet<string> _finished = [];

    public ObserverAdapter(IMeasuringObserver observer, CancellationToken stopping)
    {
        _observer = observer;
        _stopping = stopping;
    }

    /// <summary>Whether the case has its numbers, or the reason why it has none.</summary>
    public bool IsFinished(string caseId) => _finished.Contains(caseId);

    public void Failed(string caseId, string failure) => Finished(caseId, null, failure, null);

    // Of a case that was not built, this is all that is ever heard.
    public override void OnBuildComplete(BuildPartition partition, BuildResult buildResult)
    {
        if (buildResult.IsBuildSuccess)
        {
            return;
        }

        string failure = buildResult.ErrorMessage ?? buildResult.GenerateException?.Message ?? "It does not build.";
        foreach (BenchmarkBuildInfo benchmark in partition.Benchmarks)
        {
            Failed(CaseParameters.CaseIdOf(benchmark.BenchmarkCase), failure);
        }
    }

    public override void OnStartRunBenchmark(BenchmarkCase benchmarkCase) => _observer.Started(CaseParameters.CaseIdOf(benchmarkCase));

    public override void OnEndRunBenchmark(BenchmarkCase benchmarkCase, BenchmarkReport report)
    {
        Measurement? measurement = MeasurementReader.Read(report, out string? failure);
        Finished(CaseParameters.CaseIdOf(benchmarkCase), measurement, failure, MeasurementReader.RuntimeOf(report));
    }

    private void Finished(string caseId, Measurement? measurement, string? failure, string? runtime)
    {
        if (!_stopping.IsCancellationRequested && _finished.Add(caseId))
        {
            _observer.Finished(caseId, measurement, failure, runtime);
        }
    }
}
