using System;
using System.Collections.Generic;
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

    public IProgress<RaceProgress> Begin(Runtime runtime, RaceGroup group, int number, int count) => new Progress<RaceProgress>();

    public void Finished(Runtime runtime, RaceGroup group, IReadOnlyList<CaseResult> rows)
    {
    }
}
