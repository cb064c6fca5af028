using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>Writes down and shows what becomes of one runtime's cases, and what the machine was like meanwhile.</summary>
internal sealed class CaseObserver : IMeasuringObserver
{
    private readonly Runtime _runtime;
    private readonly Dictionary<string, PlannedCase> _cases;
    private readonly RunRecorder _recorder;
    private readonly IRunDisplay _display;
    private CaseWatch? _watch;

    public CaseObserver(Runtime runtime, IEnumerable<PlannedCase> cases, RunRecorder recorder, IRunDisplay display)
    {
        _runtime = runtime;
        _cases = cases.ToDictionary(each => each.Id);
        _recorder = recorder;
        _display = display;
    }

    public void Building() => _display.Building(_runtime);

    public void Started(string caseId)
    {
        _display.Started(_runtime, _cases[caseId].Case);
        _watch = CaseWatch.Begin();
    }

    public void Finished(string caseId, Measurement? measurement, string? failure, string? runtime)
    {
        if (runtime is not null)
        {
            _recorder.Describe(_runtime, runtime);
        }

        // A case that was never started has failed before: it was not built.
        CaseResult row = _recorder.Add(_runtime, _cases[caseId], measurement, failure, _watch);
        _watch = null;
        _display.Finished(_runtime, row);
    }
}
