using System;
using System.Diagnostics;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;

namespace AsyncBenchmarks.Commands;

/// <summary>Tells how far the races are and how long they will take.</summary>
internal sealed class RaceProgressDisplay : IProgress<RaceProgress>
{
    private readonly Terminal _terminal;
    private readonly RaceGroup _group;
    private readonly RaceOptions _options;
    private readonly string _position;
    private readonly Stopwatch _elapsed = Stopwatch.StartNew();
    private int _started;

    public RaceProgressDisplay(Terminal terminal, RaceGroup group, RaceOptions options, int number, int count)
    {
        _terminal = terminal;
        _group = group;
        _options = options;
        _position = $"race {number} of {count}, {group.Title}";
    }

    public void Report(RaceProgress value)
    {
        _started += value.Starting is null ? 0 : 1;
        string what = value.Starting is { } name ? $"{name} warms up" : $"round {value.Round} of {_options.Rounds}";
        _terminal.ShowStatus(
            $"{Format.Duration(Left(value))} left, launch {value.Launch} of {_options.Launches}, {what}; {_position}");
    }

    private TimeSpan Left(RaceProgress progress)
    {
        int lanes = _group.Competitors.Count;
        TimeSpan perStart = _options.WarmUp + TimeSpan.FromMilliseconds(250);
        TimeSpan perRound = _options.Slice * 1.2 * lanes;
        TimeSpan all = _options.Launches * ((lanes * perStart) + (_options.Rounds * perRound));
        TimeSpan done = (_started * perStart) + ((((progress.Launch - 1) * _options.Rounds) + progress.Round) * perRound);

        // The estimate learns from what has been done so far.
        double pace = done > TimeSpan.FromSeconds(5) ? _elapsed.Elapsed / done : 1;
        return (all - done) * pace;
    }
}
