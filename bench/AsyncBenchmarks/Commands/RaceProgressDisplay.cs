using System.Diagnostics;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;

namespace AsyncBenchmarks.Commands;

/// <summary>How long it will still take: an estimate that learns from what has been done.</summary>
internal sealed class TimeLeft(TimeSpan all)
{
    private static readonly TimeSpan s_enoughToLearnFrom = TimeSpan.FromSeconds(5);

    private readonly Stopwatch _elapsed = new();
    private TimeSpan _all = all;
    private TimeSpan _done;

    /// <summary>The first estimate.</summary>
    public TimeSpan All => _all;

    /// <summary>Something begins whose time is counted.</summary>
    public void Begin() => _elapsed.Start();

    /// <summary>Something that was estimated at this is done.</summary>
    public void Done(TimeSpan estimate) => _done += estimate;

    /// <summary>Something that was estimated at this is not to be done, or was done while nothing was counted.</summary>
    public void Drop(TimeSpan estimate) => _all -= estimate;

    /// <summary>So much is still to be done, whatever was thought before.</summary>
    public void AtLeast(TimeSpan left) => _all = _all - _done < left ? _done + left : _all;

    public override string ToString()
    {
        TimeSpan left = _all - _done;
        return Format.Duration(left * (_done > s_enoughToLearnFrom ? _elapsed.Elapsed / _done : 1)) + " left";
    }
}

/// <summary>Tells how far a race is.</summary>
internal sealed class RaceProgressDisplay(Terminal terminal, RaceGroup group, RaceOptions options, TimeLeft left, string position)
    : IProgress<RaceProgress>
{
    public void Report(RaceProgress value)
    {
        left.Begin();
        string what = value.Starting is not { } names ? $"round {value.Round} of {options.Rounds}"
            : group.RunsOnce ? $"{names} runs once"
            : $"{names} warm up";
        terminal.ShowStatus($"{position}, {left}, launch {value.Launch} of {options.Launches}, {what}; {group.Title}");
        left.Done(value.Starting is null ? options.PerSlice * group.Competitors.Count
            : group.RunsOnce ? RaceOptions.PerRun
            : options.PerStart * value.Starts);
    }
}
