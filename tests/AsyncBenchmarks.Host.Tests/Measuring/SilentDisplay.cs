using System;
using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Host.Tests.Measuring;

/// <summary>Nobody looks.</summary>
internal sealed class SilentDisplay : IRunDisplay
{
    public void Building(Runtime runtime)
    {
    }

    public void Skipped(Runtime runtime, string reason)
    {
    }

    public void Begin(Runtime runtime, int cases)
    {
    }

    public void Started(Runtime runtime, Case started)
    {
    }

    public void Finished(Runtime runtime, CaseResult row)
    {
    }

    public IProgress<RaceProgress> Racing(Runtime runtime, RaceGroup group, RaceOptions options, int number, int count) =>
        new Progress<RaceProgress>();
}
