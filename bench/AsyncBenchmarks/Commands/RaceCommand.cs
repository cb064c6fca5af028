using System.CommandLine;
using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>race</c> command: who is faster, on a machine that changes its speed.</summary>
internal sealed class RaceCommand
{
    private static readonly RaceOptions s_defaults = new();

    private readonly CaseSelection _selection = new();
    private readonly RuntimeSelection _runtimes = new();
    private readonly EnvironmentOption _environment = new();

    private readonly Option<string?> _reference = new("--reference", "-r")
    {
        Description = "The library or row that the others are compared with; the table's baseline when not given.",
        HelpName = "name",
    };

    private readonly Option<int> _launches = new("--launches")
    {
        Description = "How often every process is started afresh.",
        DefaultValueFactory = _ => s_defaults.Launches,
    };

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = "Rounds per launch; in each, every process works for one slice.",
        DefaultValueFactory = _ => s_defaults.Rounds,
    };

    private readonly Option<int> _slice = new("--slice")
    {
        Description = "The length of a slice in milliseconds.",
        DefaultValueFactory = _ => (int)s_defaults.Slice.TotalMilliseconds,
    };

    private readonly Option<int> _warmUp = new("--warm-up")
    {
        Description = "What a process works before its first round, in milliseconds.",
        DefaultValueFactory = _ => (int)s_defaults.WarmUp.TotalMilliseconds,
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new(
            "race",
            "Tell who is faster: the libraries' processes take turns in short slices and are compared within each round.");
        _runtimes.AddTo(command);
        _selection.AddTo(command);
        command.Add(_reference);
        command.Add(_launches);
        command.Add(_rounds);
        command.Add(_slice);
        command.Add(_warmUp);
        _environment.AddTo(command);
        command.SetAction((arguments, cancellationToken) => RunAsync(arguments, terminal(arguments), cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        RaceOptions options = Options(arguments);
        IReadOnlyList<Runtime> runtimes = _runtimes.Runtimes(arguments);
        IReadOnlyList<Case> cases = _selection.CasesOfAllLibraries(arguments, among: scenario => !scenario.RunsOnce);
        IReadOnlyList<RaceGroup> expected = Groups(arguments, [.. cases.Select(CaseProcess.Expected)]);
        if (expected.Count == 0)
        {
            throw new UsageException(
                "No scenario has both the reference and another row of those asked for that can be measured. "
                + "\"list\" shows what there is.");
        }

        int there = runtimes.Count(runtime => runtime.Missing is null);
        int rows = expected.Sum(group => group.Competitors.Count) * there;
        TimeSpan time = expected.Aggregate(TimeSpan.Zero, (sum, group) => sum + options.Estimate(group)) * there;
        terminal.WriteLine(
            $"{Format.Count(expected.Count * there, "race")} of {Format.Count(rows, "row")}; "
            + $"about {Format.Duration(time)}, and the time of a build.");
        RaceRecorder recorder = new(terminal, await HeadAsync(arguments, options, runtimes[0], cancellationToken));
        return await recorder.RecordAsync(
            runtimes,
            cases,
            (runtime, runner, found) => RaceAsync(
                runtime, runner, Groups(arguments, found), options, recorder, isOneOfSeveral: runtimes.Count > 1, terminal,
                    cancellationToken),
            cancellationToken);
    }

    private static async Task RaceAsync(
        Runtime runtime,
        ProgramCommand runner,
        IReadOnlyList<RaceGroup> groups,
        RaceOptions options,
        RaceRecorder recorder,
        bool isOneOfSeveral,
        Terminal terminal,
        CancellationToken cancellationToken)
    {
        TimeLeft left = new(groups.Aggregate(TimeSpan.Zero, (sum, group) => sum + options.Estimate(group)));
        for (int i = 0; i < groups.Count; i++)
        {
            RaceGroup group = isOneOfSeveral ? groups[i] with { Title = $"{groups[i].Title}, {runtime.Name}" } : groups[i];
            Race race = new(runner, options, new RaceProgressDisplay(terminal, group, options, left, $"race {i + 1} of {groups.Count}"));
            RaceOutcome outcome = await race.RunAsync(group.Competitors, cancellationToken);
            if (outcome.Logs.Any(log => log.Failure is not null || log.Launches.Any(launch => launch.Count > 0)))
            {
                // Of a race that was stopped before its first round there is nothing to keep.
                recorder.Add(runtime, RaceSummary.Of(group, outcome), outcome.Runtime);
            }

            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    private static async Task<RaceResults> HeadAsync(
        ParseResult arguments, RaceOptions options, Runtime first, CancellationToken cancellationToken) => new()
    {
        Origin = await Origins.DescribeAsync(arguments, cancellationToken),
        Runtime = new RuntimeInfo(first.Id, first.Name, null),
        Launches = options.Launches,
        Rounds = options.Rounds,
        SliceMilliseconds = options.Slice.TotalMilliseconds,
        Environment = options.Environment,
        Sessions = [new Session(await MachineWatch.LookAsync(cancellationToken), null)],
        Races = [],
    };

    private RaceOptions Options(ParseResult arguments) => new()
    {
        Launches = PositiveNumber.Of(arguments, _launches),
        Rounds = PositiveNumber.Of(arguments, _rounds),
        Slice = TimeSpan.FromMilliseconds(PositiveNumber.Of(arguments, _slice)),
        WarmUp = TimeSpan.FromMilliseconds(PositiveNumber.Of(arguments, _warmUp)),
        Environment = _environment.Variables(arguments),
    };

    private IReadOnlyList<RaceGroup> Groups(ParseResult arguments, IReadOnlyList<CaseProcess> cases)
    {
        string? reference = CaseSelection.Library(arguments, _reference);
        return RaceGroup.Create(
            cases,
            [.. _selection.Libraries(arguments).Select<string, Func<Case, bool>>(name => candidate => CaseSelection.IsOf(candidate, name))],
            reference is null ? null : candidate => CaseSelection.IsOf(candidate, reference));
    }
}
