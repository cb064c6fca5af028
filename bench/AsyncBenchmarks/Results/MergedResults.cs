using System.Text.RegularExpressions;

namespace AsyncBenchmarks.Results;

/// <summary>Results of one or several machines. Nothing is lost by merging: every run keeps its rows and its origin.</summary>
public sealed partial record MergedResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    /// <summary>The machines, each name once.</summary>
    public required IReadOnlyList<MachineResults> Machines { get; init; }

    /// <summary>
    /// The same without what only diagnosis needs: single iterations and rounds, the machine during each case, and rows of runtimes and
    /// libraries that are missing altogether. Commands name no folder of this machine.
    /// </summary>
    public MergedResults Compact() => this with
    {
        Machines =
        [
            .. Machines.Select(machine => machine with
            {
                Runs = [.. machine.Runs.Select(Compact)],
                Races =
                [
                    .. machine.Races.Select(races => races with
                    {
                        Origin = Compact(races.Origin) with { Libraries = [.. races.Origin.Libraries.Where(library =>
                            library.Package is not null)] },
                        Races = [.. races.Races.Select(Compact)],
                    }),
                ],
            }),
        ],
    };

    // A run that is published is not continued.
    private static Origin Compact(Origin origin) => origin with { Arguments = [], Command = Places().Replace(origin.Command, "FOLDER") };

    /// <summary>The values of <see cref="RestoreSettings"/>, as <see cref="Commands.Cli.Start"/> writes them.</summary>
    [GeneratedRegex("(?<=-p:Restore[A-Za-z]+=).*?(?= -p:| --project)")]
    private static partial Regex Places();

    private static RunResults Compact(RunResults run)
    {
        CaseResult[] rows = [.. run.Cases.Except(run.RowsOfMissing())];
        HashSet<string> scenarios = [.. rows.Select(row => row.Scenario)];
        return run with
        {
            Origin = Compact(run.Origin),
            Scenarios = [.. run.Scenarios.Where(scenario => scenarios.Contains(scenario.Name))],
            Cases = [.. rows.Select(row => row with
            {
                Started = null,
                Conditions = null,
            })],
        };
    }

    private static RaceResult Compact(RaceResult race) => race with { Rows = [.. race.Rows.Select(row => row with { Ratios = [] })] };
}

/// <summary>The results of one machine, in any number of runs and races; no case twice.</summary>
public sealed record MachineResults
{
    /// <summary>Its description, or the name that the command gave it; unique among the machines.</summary>
    public required string Name { get; init; }

    /// <summary>Its runs, each with its own origin.</summary>
    public required IReadOnlyList<RunResults> Runs { get; init; }

    /// <summary>Its races.</summary>
    public required IReadOnlyList<RaceResults> Races { get; init; }
}

/// <summary>Makes one of several results.</summary>
public static class Merging
{
    /// <summary>All of them, machine by machine, in the order they are given in.</summary>
    /// <exception cref="InvalidDataException">One machine has a case twice; the message says what to do.</exception>
    public static MergedResults Merge(IReadOnlyList<ResultSource> sources)
    {
        Dictionary<(string Machine, string Runtime, string Case), string> seen = [];
        foreach (ResultSource source in sources)
        {
            foreach ((string Machine, string Runtime, string Case) key in source.Results.Machines.SelectMany(Keys))
            {
                if (!seen.TryAdd(key, source.Path))
                {
                    throw new InvalidDataException(
                        $"{seen[key]} and {source.Path} both have {key.Case} on {key.Runtime} of the machine \"{key.Machine}\". " +
                        "Leave one of them out; to see what changed from one to the other, use \"compare\"; " +
                        "if they are two machines of one kind, give each a name: --name one --name other.");
                }
            }
        }

        return new MergedResults
        {
            Machines =
            [
                .. sources
                    .SelectMany(source => source.Results.Machines)
                    .GroupBy(machine => machine.Name)
                    .Select(parts => new MachineResults
                    {
                        Name = parts.Key,
                        Runs = [.. parts.SelectMany(part => part.Runs)],
                        Races = [.. parts.SelectMany(part => part.Races)],
                    }),
            ],
        };
    }

    private static IEnumerable<(string Machine, string Runtime, string Case)> Keys(MachineResults machine) =>
    [
        .. machine.Runs.SelectMany(run => run.Cases.Select(row => (machine.Name, row.Runtime, row.Case))),
        .. machine.Races.SelectMany(race => race.Races.Select(result => (
            machine.Name,
            race.RuntimeOf(result).Id,
            "the race " + result.Title + string.Concat(race.Environment.Select(variable => $", {variable.Key}={variable.Value}"))))),
    ];
}
