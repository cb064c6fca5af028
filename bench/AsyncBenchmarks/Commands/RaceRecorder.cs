using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>Shows each race when it is over, and keeps all of them.</summary>
internal sealed class RaceRecorder : RunnerRecorder
{
    private RaceResults _results;

    public RaceRecorder(Terminal terminal, RaceResults head)
        : base(terminal, head.Origin.Started)
    {
        _results = head;
        if (QuietnessWarnings.Of(head.Sessions[0].Before) is { } warning)
        {
            terminal.WriteLine(warning, "yellow");
        }
    }

    /// <summary>A race is over, or was stopped.</summary>
    public void Add(Runtime runtime, RaceResult race, string? description)
    {
        RuntimeInfo info = new(runtime.Id, runtime.Name, description) { Notes = runtime.Notes };
        RaceResult described = race with { Runtime = info };
        TerminalReport.Write(Terminal, RacePage.Table(described, _results.Origin));
        _results = _results with
        {
            Races = [.. _results.Races, described],
            Runtime = info.Id == _results.Runtime.Id || _results.Races.Count == 0 ? info : _results.Runtime,
        };
        Save(isFailure: race.Rows.Any(row => row.Outcome == CaseOutcome.Failed));
    }

    protected override async Task EndAsync(CancellationToken cancellationToken)
    {
        Session session = _results.Sessions[0] with { After = await MachineWatch.LookAsync(cancellationToken) };
        _results = _results with
        {
            Sessions = [session],
            Warnings = [.. _results.Warnings, .. QuietnessWarnings.Of([session], [])],
        };
        Save(isFailure: false);
    }

    protected override void Warn(string warning) => _results = _results with { Warnings = [.. _results.Warnings, warning] };

    protected override void Write(ResultFolder folder)
    {
        folder.Write(ResultSource.RaceFile, ResultFile.Write(_results));
        Page page = RacePage.Create(_results);
        folder.Write(RacePage.MarkdownFile, MarkdownReport.Write(page));
        folder.Write(HtmlReport.File, HtmlReport.Write(page));
    }
}
