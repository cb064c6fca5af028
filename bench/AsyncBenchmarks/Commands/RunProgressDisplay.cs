using System;
using System.Diagnostics;
using System.Globalization;
using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>Tells which case is running, how many are left and how long they will take.</summary>
internal sealed class RunProgressDisplay : IMeasuringObserver
{
    private readonly Terminal _terminal;
    private readonly RunRecorder _recorder;
    private readonly string _runtime;
    private readonly RunKind _kind;
    private readonly int _count;
    private readonly TimeSpan _estimatePerCase;
    private readonly Stopwatch _elapsed = new();
    private int _finished;

    public RunProgressDisplay(Terminal terminal, RunRecorder recorder, MeasuringOptions options, int count)
    {
        _terminal = terminal;
        _recorder = recorder;
        _runtime = options.Runtime.Name;
        _kind = options.Kind;
        _count = count;
        _estimatePerCase = JobKinds.Estimate(options.Kind);
    }

    public void Building() => Say($"Building {_count} cases for {_runtime} …");

    public void Started(string caseId)
    {
        _elapsed.Start();
        _terminal.ShowStatus($"{_finished + 1} of {_count}, {_count - _finished - 1} left after it, {Format.Duration(Left)}: {caseId}");
    }

    public void Finished(string caseId, Measurement? measurement, string? failure, string? runtime)
    {
        _recorder.Add(caseId, measurement, failure, runtime);
        _finished++;
        string number = _finished.ToString(CultureInfo.InvariantCulture).PadLeft(_count.ToString(CultureInfo.InvariantCulture).Length);
        string outcome = measurement is null
            ? "failed: " + failure
            : _kind == RunKind.Smoke ? "works"
            : $"{Format.Nanoseconds(measurement.Mean)}, {Format.Bytes(measurement.Allocated)}, {Format.Bytes(measurement.Survived)} survived";
        if (failure is not null || !_terminal.IsWatched)
        {
            _terminal.WriteLine($"{number} of {_count}: {caseId}: {outcome}");
        }
    }

    private TimeSpan Left => (_finished == 0 ? _estimatePerCase : _elapsed.Elapsed / _finished) * (_count - _finished);

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
