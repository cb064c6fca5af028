using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>Tells which case is running, how many are left and how long they will take.</summary>
internal sealed class RunProgressDisplay : IRunDisplay
{
    private static readonly TimeSpan s_enoughToLearnFrom = TimeSpan.FromSeconds(5);

    private readonly Terminal _terminal;
    private readonly RunRequest _request;
    private readonly RunRecorder _recorder;
    private readonly Dictionary<Runtime, int> _counts;
    private readonly Stopwatch _elapsed = new();
    private TimeSpan _left;
    private TimeSpan _done;
    private int _finished;

    public RunProgressDisplay(Terminal terminal, RunRequest request, RunRecorder recorder)
    {
        _terminal = terminal;
        _request = request;
        _recorder = recorder;
        _counts = request.Runtimes.ToDictionary(
            runtime => runtime,
            runtime => RunEstimate.Measurable(runtime, request.Cases).Count(each => !recorder.IsFinished(runtime, each.Id)));
        _left = RunEstimate.Of(request.Runtimes, request.Cases, request.Kind, (runtime, each) => recorder.IsFinished(runtime, each.Id));
    }

    /// <summary>What is going to be done, and how long it will take.</summary>
    public string Announcement
    {
        get
        {
            int finished = _recorder.Results.Cases.Count(row => row.Outcome is CaseOutcome.Measured or CaseOutcome.KnownFailure);
            int missing = (_request.Cases.Count * _request.Runtimes.Count) - Count - finished;
            return $"{Count} cases to measure"
                + (_request.Runtimes.Count > 1 ? $" on {_counts.Count(runtime => runtime.Value > 0)} runtimes" : "")
                + (finished > 0 ? $", {finished} finished before" : "")
                + (missing > 0 ? $", {missing} not available (reasons under the tables)" : "")
                + $"; about {Format.Duration(_left)}.";
        }
    }

    private int Count => _counts.Values.Sum();

    public void Building(Runtime runtime) => Say($"Building {_counts[runtime]} cases for {runtime.Name} …");

    public void Skipped(Runtime runtime, string reason)
    {
        _counts[runtime] = 0;
        _terminal.WriteLine($"{runtime.Name}: not available: {reason}");
    }

    public void Begin(Runtime runtime, int cases)
    {
        _counts[runtime] = cases;
        _left -= runtime.BuildTime;
    }

    public void Started(Runtime runtime, Case started)
    {
        _elapsed.Start();
        _terminal.ShowStatus(
            $"{_finished + 1} of {Count}, {Format.Duration(Left)} left: {started.Id}{On(runtime)}");
    }

    public void Finished(Runtime runtime, CaseResult row)
    {
        Case finished = _request.Cases.First(each => each.Id == row.Case);
        TimeSpan estimate = RunEstimate.Of(finished, _request.Kind);
        _left -= estimate;
        _done += estimate;
        _finished++;
        if (row.Outcome != CaseOutcome.Measured || !_terminal.IsWatched)
        {
            string number = _finished.ToString(CultureInfo.InvariantCulture).PadLeft(Count.ToString(CultureInfo.InvariantCulture).Length);
            _terminal.WriteLine($"{number} of {Count}: {row.Case}{On(runtime)}: {Outcome(row)}");
        }
    }

    // The estimate learns from what has been done so far.
    private TimeSpan Left => TimeSpan.FromTicks(Math.Max(0, (_left * (_done > s_enoughToLearnFrom ? _elapsed.Elapsed / _done : 1)).Ticks));

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
