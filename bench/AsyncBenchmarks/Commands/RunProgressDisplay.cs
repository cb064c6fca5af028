using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>The arguments of a run.</summary>
/// <param name="Kind">How much time to spend.</param>
/// <param name="Cases">The cases, also those that nothing can be measured of.</param>
/// <param name="Runtimes">The runtimes to measure them on.</param>
/// <param name="Launches">How often the processes of a race are started; null for the usual number.</param>
/// <param name="Publish">The name of the machine under which the results are published; null where they are not.</param>
internal sealed record RunRequest(
    RunKind Kind, IReadOnlyList<Case> Cases, IReadOnlyList<Runtime> Runtimes, int? Launches = null, string? Publish = null);

/// <summary>Tells which case is running, how many are left and how long they will take.</summary>
internal sealed class RunProgressDisplay : IRunDisplay
{
    private readonly Terminal _terminal;
    private readonly RunRequest _request;
    private readonly RunRecorder _recorder;
    private readonly Dictionary<Runtime, int> _counts;
    private readonly TimeLeft _left;
    private int _finished;

    public RunProgressDisplay(Terminal terminal, RunRequest request, RunRecorder recorder)
    {
        _terminal = terminal;
        _request = request;
        _recorder = recorder;
        _counts = request.Runtimes.ToDictionary(
            runtime => runtime,
            runtime => Schedule.Measurable(runtime, request.Cases).Count(each => !recorder.IsFinished(runtime, each.Id)));
        _left = new TimeLeft(
            Schedule.Estimate(request.Kind, request.Runtimes, request.Cases, (runtime, each) => recorder.IsFinished(runtime, each.Id)));
    }

    /// <summary>The announcement of the work and its estimated time.</summary>
    public string Announcement
    {
        get
        {
            int finished = _recorder.Results.Cases.Count(row => row.Outcome is CaseOutcome.Measured or CaseOutcome.KnownFailure);
            int missing = (_request.Cases.Count * _request.Runtimes.Count) - Count - finished;
            return Format.Count(Count, "case") + " to measure"
                + (_request.Runtimes.Count > 1 ? " on " + Format.Count(_counts.Count(runtime => runtime.Value > 0), "runtime") : "")
                + (finished > 0 ? $", {finished} finished before" : "")
                + (missing > 0 ? $", {missing} not available (the reasons stand with the tables)" : "")
                + $"; about {Format.Duration(_left.All)}.";
        }
    }

    private int Count => _counts.Values.Sum();

    public void Building(Runtime runtime) => Say(
        _counts[runtime] == 0 ? $"Racing on {runtime.Name} …" : $"Building {Format.Count(_counts[runtime], "case")} for {runtime.Name} …");

    public void Skipped(Runtime runtime, string reason)
    {
        _counts[runtime] = 0;
        _terminal.WriteLine($"{runtime.Name}: not available: {reason}");
    }

    public void Begin(Runtime runtime, int cases)
    {
        _counts[runtime] = cases;
        _left.Drop(runtime.BuildTime);
    }

    public void Started(Runtime runtime, Case started)
    {
        _left.Begin();
        _terminal.ShowStatus($"{_finished + 1} of {Count}, {_left}: {started.Id}{On(runtime)}");
    }

    public void Finished(Runtime runtime, CaseResult row)
    {
        _left.Done(Schedule.Estimate(_request.Kind, _request.Cases.First(each => each.Id == row.Case).RunsOnce));
        _finished++;
        if (row.Outcome != CaseOutcome.Measured || !_terminal.IsWatched)
        {
            string number = $"{_finished}".PadLeft($"{Count}".Length);
            _terminal.WriteLine($"{number} of {Count}: {row.Case}{On(runtime)}: {Outcome(row)}");
        }
    }

    public IProgress<RaceProgress> Racing(Runtime runtime, RaceGroup group, RaceOptions options, int number, int count)
    {
        string position = $"Race {number} of {count}{On(runtime)}";
        _left.AtLeast(options.Estimate(group) * (count - number + 1));
        if (!_terminal.IsWatched)
        {
            _terminal.WriteLine($"{position}: {group.Title}, {group.Competitors.Count} rows, {_left}");
        }

        return new RaceProgressDisplay(_terminal, group, options, _left, position);
    }

    private string Outcome(CaseResult row) => row.Measurement is not { } measured
        ? (row.Outcome == CaseOutcome.KnownFailure ? "failed as it is known to: " : "failed: ") + row.Reason
        : _request.Kind == RunKind.Smoke ? "works"
        : $"{Format.Nanoseconds(measured.Mean)}, {Format.Bytes(measured.Allocated)}, {Format.Bytes(measured.Survived)} survived";

    private string On(Runtime runtime) => _request.Runtimes.Count > 1 ? " on " + runtime.Name : "";

    private void Say(string text)
    {
        if (_terminal.IsWatched)
        {
            _terminal.ShowStatus(text);
        }
        else
        {
            _terminal.WriteLine(text);
        }
    }
}
