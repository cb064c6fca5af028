using System.Collections.Generic;
using AsyncBenchmarks.Results;
using BenchmarkDotNet.EventProcessors;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Measurement = AsyncBenchmarks.Results.Measurement;

namespace AsyncBenchmarks.Measuring;

/// <summary>Tells our observer what BenchmarkDotNet tells its own.</summary>
internal sealed class ObserverAdapter : EventProcessor
{
    private readonly IMeasuringObserver _observer;

    public ObserverAdapter(IMeasuringObserver observer)
    {
        _observer = observer;
    }

    public override void OnStartBuildStage(IReadOnlyList<BuildPartition> partitions) => _observer.Building();

    public override void OnStartRunBenchmark(BenchmarkCase benchmarkCase) => _observer.Started(CaseParameters.CaseIdOf(benchmarkCase));

    public override void OnEndRunBenchmark(BenchmarkCase benchmarkCase, BenchmarkReport report)
    {
        Measurement? measurement = MeasurementReader.Read(report, out string? failure);
        _observer.Finished(CaseParameters.CaseIdOf(benchmarkCase), measurement, failure, MeasurementReader.RuntimeOf(report));
    }
}
