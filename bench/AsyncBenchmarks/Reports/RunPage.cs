using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A run's page.</summary>
internal static class RunPage
{
    /// <summary>Its file as markdown.</summary>
    public const string MarkdownFile = "results.md";

    private const string Title = "C# async libraries compared";

    public static Page Create(RunResults results) => Create(results, []);

    /// <summary>A run's page whose ratios come from races, where its rows raced.</summary>
    public static Page Create(RunResults results, IReadOnlyList<RaceResults> races) => new(
        Title,
        [
            .. Warnings(results),
            .. OriginLines.Create(results.Origin, results.Runtimes),
            .. races.Select(race => "Ratios again with: " + race.Origin.Command),
        ],
        ResultTables.Create(results, new RaceRatios(races)),
        [])
    {
        Summary = [.. Highlights.Winners(results)],
    };

    /// <summary>One page for all machines; each table says whose it is.</summary>
    public static Page Create(MergedResults results)
    {
        (MachineResults Machine, Page Page)[] pages =
        [
            .. results.Machines.SelectMany(machine => machine.Runs.Select(run => (machine, Create(run, machine.Races)))),
        ];
        if (pages.Length == 1)
        {
            return pages[0].Page;
        }

        return new Page(
            Title,
            [.. pages.SelectMany(part => part.Page.Header.Select(line => $"{part.Machine.Name}: {line}")).Distinct()],
            [.. pages.SelectMany(part => part.Page.Tables.Select(table => table with { Title = $"{table.Title}, {part.Machine.Name}" }))],
            [])
        {
            Summary = [.. pages.SelectMany(part => part.Page.Summary.Select(line => $"{part.Machine.Name}: {line}"))],
        };
    }

    /// <summary>What a reader must know before the numbers.</summary>
    public static IEnumerable<string> Warnings(RunResults results)
    {
        if (results.Kind == RunKind.Quick)
        {
            yield return "quick: not for quoting";
        }
        else if (results.Kind == RunKind.Smoke)
        {
            yield return "smoke: shows that the rows work; the times mean nothing";
        }

        if (!results.Complete)
        {
            yield return "incomplete: the run was stopped before its last case";
        }

        foreach (string warning in results.Warnings)
        {
            yield return warning;
        }
    }
}
