namespace AsyncBenchmarks.Measuring;

/// <summary>Shows how far a run is, how long it will take, and each group's rows as they are finished.</summary>
internal sealed class RunDisplay(Terminal terminal, RunRequest request, RunRecorder recorder)
{
    private readonly TimeLeft _left = new([.. request.Runtimes.Where(runtime => runtime.Missing is null).SelectMany(runtime =>
        request.Waiting(runtime, request.CasesOn(runtime).Select(CaseProcess.Expected), recorder).Select(request.Options.Estimate))]);

    private readonly Stopwatch _watch = new();

    public string Announcement
    {
        get
        {
            Case[] wanted = [.. request.Runtimes.SelectMany(request.CasesOn)];
            int finished = recorder.Results.Cases.Count(row => row.Outcome is CaseOutcome.Measured or CaseOutcome.KnownFailure);
            int missing = wanted.Count(each => each.Availability.Create is null);
            return Format.Count(wanted.Length - missing - finished, "case") + " to measure"
                + (finished > 0 ? $", {finished} finished before" : "")
                + (missing > 0 ? $", {missing} not available (the reasons are below the tables)" : "")
                + $"; about {_left}, plus the time of a build.";
        }
    }

    public void Building(Runtime runtime) => Say($"Building the runner for {runtime.Name} …");

    public void Skipped(Runtime runtime, string reason) => terminal.WriteLine($"{runtime.Name}: not available: {reason}");

    /// <summary>A group begins.</summary>
    /// <returns>Shows what is going on in it.</returns>
    public Action<string> Begin(Runtime runtime, RaceGroup group, int number, int count)
    {
        string position = $"{number} of {count}, {_left} left: {group.Title}{On(runtime)}";
        Say($"{position}, {group.Competitors.Count} rows");
        _watch.Restart();
        return what => terminal.ShowStatus($"{position}, {what}");
    }

    public void Finished(Runtime runtime, RaceGroup group, IReadOnlyList<CaseResult> rows)
    {
        _left.Finish(request.Options.Estimate(group), _watch.Elapsed);
        foreach (CaseResult row in rows.Where(row => row.Outcome != CaseOutcome.Measured))
        {
            string how = row.Outcome == CaseOutcome.KnownFailure ? "failed, as expected" : "failed";
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
}

/// <summary>How long a run goes on: between the least and the most, which differ where wide intervals get more launches.</summary>
internal sealed class TimeLeft(IReadOnlyCollection<(TimeSpan Least, TimeSpan Most)> groups)
{
    // The first cells, which are easy to measure, say little about the others.
    private const double Enough = 0.2;

    private readonly List<(TimeSpan Least, TimeSpan Most)> _left = [.. groups];
    private TimeSpan _finished;
    private TimeSpan _took;

    public void Finish((TimeSpan Least, TimeSpan Most) estimate, TimeSpan took)
    {
        _left.Remove(estimate);
        if (estimate.Least != estimate.Most)
        {
            _finished += estimate.Least;
            _took += took;
        }
    }

    /// <summary>A range; once enough groups are finished, what the others take at the same pace.</summary>
    public override string ToString()
    {
        // Work that runs once takes the same time at any pace.
        TimeSpan once = Sum(group => group.Least == group.Most ? group.Least : TimeSpan.Zero);
        TimeSpan least = Sum(group => group.Least);
        TimeSpan most = Sum(group => group.Most);
        return _finished > (_finished + least - once) * Enough ? Format.Duration(once + ((least - once) * (_took / _finished)))
            : least == most ? Format.Duration(least)
            : $"{Format.Duration(least)} to {Format.Duration(most)}";
    }

    private TimeSpan Sum(Func<(TimeSpan Least, TimeSpan Most), TimeSpan> part) =>
        _left.Aggregate(TimeSpan.Zero, (sum, group) => sum + part(group));
}
