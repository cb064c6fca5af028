using System.Collections.Generic;
using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Host.Tests.Measuring;

/// <summary>Keeps what it is told.</summary>
internal sealed class ListeningObserver : IMeasuringObserver
{
    public List<Measurement?> Measurements { get; } = [];

    public List<string?> Failures { get; } = [];

    public void Started(string caseId)
    {
    }

    public void Finished(string caseId, Measurement? measurement, string? failure, string? runtime)
    {
        Measurements.Add(measurement);
        Failures.Add(failure);
    }
}
