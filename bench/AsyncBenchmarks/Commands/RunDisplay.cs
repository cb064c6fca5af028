using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>Tells how far a run is and how long it will take, and shows each group's rows as they are finished.</summary>
internal sealed class RunDisplay(Terminal terminal, RunRequest request, RunRecorder recorder) : IRunDisplay
{
    private TimeSpan _left = request.Runtimes.Where(runtime => runtime.Missing is null).Aggregate(TimeSpan.Zero, (sum, runtime) =>
        request.Waiting(runtime, request.Cases.Select(CaseProcess.Expected), recorder)
            .Aggregate(sum, (time, group) => time + request.Options.Estimate(group)));

    /// <summary>The announcement of the work and its estimated time.</summary>
    public string Announcement
    {
        get
        {
            int rows = request.Cases.Count * request.Runtimes.Count;
            int finished = recorder.Results.Cases.Count(row => row.Outcome is CaseOutcome.Measured or CaseOutcome.KnownFailure);
            int missing = request.Cases.Count(each => each.Availability.Create is null) * request.Runtimes.Count;
            return Format.Count(rows - missing - finished, "case") + " to measure"
                + (finished > 0 ? $", {finished} finished before" : "")
                + (missing > 0 ? $", {missing} not available (the reasons stand with the tables)" : "")
                + $"; about {Format.Duration(_left)}, and the time of a build.";
        }
    }

    public void Building(Runtime runtime) => Say($"Building the runner for {runtime.Name} …");

    public void Skipped(Runtime runtime, string reason) => terminal.WriteLine($"{runtime.Name}: not available: {reason}");

    public IProgress<RaceProgress> Begin(Runtime runtime, RaceGroup group, int number, int count)
    {
        string position = $"{number} of {count}, {Format.Duration(_left)} left: {group.Title}{On(runtime)}";
        Say($"{position}, {group.Competitors.Count} rows");
        return new Progress(terminal, request.Options, position);
    }

    public void Finished(Runtime runtime, RaceGroup group, IReadOnlyList<CaseResult> rows)
    {
        _left -= request.Options.Estimate(group);
        foreach (CaseResult row in rows.Where(row => row.Outcome != CaseOutcome.Measured))
        {
            string how = row.Outcome == CaseOutcome.KnownFailure ? "failed as it is known to" : "failed";
            terminal.WriteLine($"{row.Case}{On(runtime)}: {how}: {row.Reason}");
        }

        if (request.Kind != RunKind.Smoke)
        {
            RunResults results = recorder.Results with { Cases = rows };
            TerminalReport.Write(terminal, ResultTables.Create(results)[0] with { Title = group.Title + On(runtime) });
        }
    }

    private string On(Runtime runtime) => request.Runtimes.Count > 1 ? ", " + runtime.Name : "";

    private void Say(string text)
    {
        if (terminal.IsWatched)
        {
            terminal.ShowStatus(text);
        }
        else
        {
            terminal.WriteLine(text);
        }
    }

    private sealed class Progress(Terminal terminal, RaceOptions options, string position) : IProgress<RaceProgress>
    {
        public void Report(RaceProgress value) => terminal.ShowStatus(
            $"{position}, launch {value.Launch}, " + (value.Starting ?? $"round {value.Round} of {options.Rounds}"));
    }
}
