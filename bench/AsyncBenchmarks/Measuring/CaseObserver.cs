using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>Is told what goes on while the cases of one runtime are measured, in the order it happens.</summary>
internal interface IMeasuringObserver
{
    /// <summary>A case's process is about to start.</summary>
    void Started(string caseId);

    /// <summary>A case has its numbers, or the reason why it has none.</summary>
    /// <param name="caseId">The case.</param>
    /// <param name="measurement">The numbers.</param>
    /// <param name="failure">Why there are none.</param>
    /// <param name="runtime">The runtime's description of itself, if it got so far.</param>
    void Finished(string caseId, Measurement? measurement, string? failure, string? runtime);
}

/// <summary>Shows the user of a run how far it is.</summary>
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

    /// <summary>Measured cases race for their ratios.</summary>
    IProgress<RaceProgress> Racing(Runtime runtime, RaceGroup group, RaceOptions options, int number, int count);
}

/// <summary>Writes down and shows what becomes of one runtime's cases, and what the machine was like meanwhile.</summary>
internal sealed class CaseObserver(Runtime runtime, IEnumerable<CaseProcess> cases, RunRecorder recorder, IRunDisplay display)
    : IMeasuringObserver
{
    private readonly Dictionary<string, CaseProcess> _cases = cases.ToDictionary(each => each.Id);
    private CaseWatch? _watch;

    public void Started(string caseId)
    {
        display.Started(runtime, _cases[caseId].Case);
        _watch = CaseWatch.Begin();
    }

    public void Finished(string caseId, Measurement? measurement, string? failure, string? description)
    {
        if (description is not null)
        {
            recorder.Describe(runtime, description);
        }

        // A case that was never started has failed before: it was not built.
        CaseResult row = recorder.Add(runtime, _cases[caseId], measurement, failure, _watch);
        _watch = null;
        display.Finished(runtime, row);
    }
}
