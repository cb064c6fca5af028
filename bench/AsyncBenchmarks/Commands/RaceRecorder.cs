using System.Linq;
using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>Shows each race when it is over, and writes all of them to the command's folder.</summary>
internal sealed class RaceRecorder
{
    private readonly Terminal _terminal;
    private readonly ResultFolder _folder;
    private RaceResults _results;
    private bool _failed;
    private bool _interrupted;

    public RaceRecorder(Terminal terminal, RaceResults head)
    {
        _terminal = terminal;
        _results = head;
        _folder = ResultFolder.Create(Repository.Results, head.Origin.Started);
        if (QuietnessWarnings.Of(head.Sessions[0].Before) is { } warning)
        {
            _terminal.WriteLine(warning, "yellow");
        }
    }

    /// <summary>A race is over, or was stopped.</summary>
    public void Add(Runtime runtime, RaceResult race, string? description)
    {
        RuntimeInfo info = new(runtime.Id, runtime.Name, description) { Notes = runtime.Notes };
        RaceResult described = race with { Runtime = info };
        TerminalReport.Write(_terminal, RacePage.Table(described));
        _failed |= race.Rows.Any(row => row.Outcome == CaseOutcome.Failed);
        _results = _results with
        {
            Races = [.. _results.Races, described],
            Runtime = info.Id == _results.Runtime.Id || _results.Races.Count == 0 ? info : _results.Runtime,
        };
        Save();
    }

    /// <summary>Nothing can race on a runtime.</summary>
    public void Skip(Runtime runtime, string reason, bool isFailure = false)
    {
        _failed |= isFailure;
        _terminal.WriteLine($"{runtime.Name}: not available: {reason}");
        _results = _results with { Warnings = [.. _results.Warnings, $"{runtime.Name}: not available: {reason}"] };
        Save();
    }

    /// <summary>All races are over.</summary>
    public void End(MachineState after)
    {
        Session session = _results.Sessions[0] with { After = after };
        _results = _results with
        {
            Sessions = [session],
            Warnings = [.. _results.Warnings, .. QuietnessWarnings.Of([session], [])],
        };
        Save();
    }

    /// <summary>The rest will not take place.</summary>
    public void Interrupt() => _interrupted = true;

    /// <summary>Says where everything is; returns the exit code.</summary>
    public int Report()
    {
        _terminal.WriteLine();
        _terminal.WriteLine((_interrupted ? "Interrupted; what was finished is in " : "Written to ") + _folder.Path);
        return _interrupted ? ExitCode.Interrupted : _failed ? ExitCode.Failure : ExitCode.Success;
    }

    private void Save()
    {
        _folder.Write(ResultSource.RaceFile, ResultFile.Write(_results));
        _folder.Write(RacePage.MarkdownFile, MarkdownReport.Write(RacePage.Create(_results)));
    }
}
