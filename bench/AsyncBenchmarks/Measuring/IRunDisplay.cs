using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>Shows whoever waits for a run how far it is.</summary>
internal interface IRunDisplay
{
    /// <summary>Programs are being built for a runtime.</summary>
    void Building(Runtime runtime);

    /// <summary>Nothing can run on a runtime.</summary>
    void Skipped(Runtime runtime, string reason);

    /// <summary>So many cases of a runtime are going to be measured.</summary>
    void Begin(Runtime runtime, int cases);

    /// <summary>A case's process is about to start.</summary>
    void Started(Runtime runtime, Case started);

    /// <summary>It is known what became of the case.</summary>
    void Finished(Runtime runtime, CaseResult row);
}
