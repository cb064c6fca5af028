using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace AsyncBenchmarks.Results;

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
        .. machine.Races.SelectMany(race => race.Races.Select(result => (machine.Name, race.RuntimeOf(result).Id, "the race " + result.Title))),
    ];
}
