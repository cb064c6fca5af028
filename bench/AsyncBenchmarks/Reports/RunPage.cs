using System.Globalization;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A run's page.</summary>
internal static class RunPage
{
    /// <summary>Its file as markdown.</summary>
    public const string MarkdownFile = "results.md";

    /// <summary>The title of every page of runs.</summary>
    public const string Title = "C# async libraries compared";

    private const string OurPackage = "PooledAwait.Net";

    /// <summary>A run's page; its ratios come from races, where its rows raced.</summary>
    public static Page Create(RunResults results, params IReadOnlyList<RaceResults> races)
    {
        RaceRatios ratios = new(results, races);
        return new Page(
            Title,
            [
                .. Warnings(results),
                .. Origin(results.Origin, results.Runtimes.Where(runtime => runtime.NotFound is null)),
                .. races.Where(race => race.Environment.Count == 0).Select(race => "Ratios again with: " + race.Origin.Command),
            ],
            ResultTables.Create(results, ratios),
            [])
        {
            NotAvailable = [.. ResultTables.NotAvailable(results)],
            Notes = [.. new[] { ratios.Note(results.Cases) }.OfType<string>(), .. ResultTables.Notes(results, results.Cases)],
            Summary = [.. Fastest(results, ratios)],
        };
    }

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

        // Several runs of one machine have different cases, so that titles need no machine.
        bool hasMachines = results.Machines.Count > 1;
        return new Page(
            Title,
            Lines(page => page.Header),
            [.. pages.SelectMany(part =>
                part.Page.Tables.Select(table => hasMachines ? table with { Title = $"{table.Title}, {part.Machine.Name}" } : table))],
            [])
        {
            NotAvailable = Lines(page => page.NotAvailable),
            Notes = [.. pages.SelectMany(part => part.Page.Notes).Distinct()],
            Summary = Lines(page => page.Summary),
        };

        string[] Lines(System.Func<Page, IEnumerable<string>> of) =>
            [.. pages.SelectMany(part => of(part.Page).Select(line => hasMachines ? $"{part.Machine.Name}: {line}" : line)).Distinct()];
    }

    /// <summary>Reasons to distrust the numbers.</summary>
    public static IEnumerable<string> Warnings(RunResults results) =>
    [
        .. results.Kind switch
        {
            RunKind.Quick => ["quick: not for quoting"],
            RunKind.Smoke => ["smoke: shows that the rows work; the times mean nothing"],
            _ => System.Array.Empty<string>(),
        },
        .. results.Complete ? System.Array.Empty<string>() : ["incomplete: the run was stopped before its last case"],
        .. results.Warnings,
    ];

    /// <summary>Where numbers come from, line by line.</summary>
    public static IReadOnlyList<string> Origin(Origin origin, IEnumerable<RuntimeInfo> runtimes)
    {
        MachineInfo machine = origin.Machine;
        string[] packages =
        [
            .. origin.Libraries
                .Where(library => library is { Package: not null, Version: not null })
                .Select(library => library.Package + " " + library.Version)
                .Distinct(),
        ];
        return
        [
            $"Machine: {machine.Processor}, {machine.LogicalCores} logical cores, "
                + $"{Format.Number(machine.MemoryBytes / 1073741824.0, 0)} GB, {machine.Architecture}",
            "System: " + machine.OperatingSystem,
            "Runtime: " + string.Join("; ", runtimes.Select(runtime => runtime.Description ?? runtime.Name)),
            "Packages: " + (packages.Length > 0 ? string.Join(", ", packages) : "none"),
            "Commit: " + (origin.Commit ?? "not in a repository"),
            "Date: " + origin.Started.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture),
            "Again with: " + origin.Command,
        ];
    }

    /// <summary>Whether it is the library of this repository.</summary>
    public static bool IsOurs(LibraryInfo library) => library.Package == OurPackage;

    /// <summary>Whether it is no library but a reference that shows the cost of the work alone.</summary>
    public static bool IsReference(LibraryInfo library) =>
        library.Notes.Any(note => note.StartsWith("A reference", System.StringComparison.Ordinal));

    // Of each scenario, runtime and parameters: the row with the smallest ratio, and those whose intervals overlap with its own.
    private static IEnumerable<string> Fastest(RunResults results, RaceRatios ratios)
    {
        HashSet<string> references = [.. results.Origin.Libraries.Where(IsReference).Select(library => library.Name)];
        return results.Cases
            .Where(row => row.Measurement is not null && !references.Contains(row.Library)
                && ratios.Of(row)?.Estimate is { Upper: not null })
            .GroupBy(row => (row.Scenario, row.Runtime,
                Parameters: string.Concat(row.Parameters.Select(pair => $", {pair.Key}={pair.Value}"))))
            .Where(group => group.Count() > 1)
            .Select(group =>
            {
                CaseResult first = group.MinBy(row => ratios.Of(row)!.Estimate!.Median)!;
                RaceRatio ratio = ratios.Of(first)!;
                string[] equal =
                    [.. group.Where(row => row != first
                        && ratios.Of(row)!.Estimate!.Lower <= ratio.Estimate!.Upper).Select(row => row.Row)];
                string runtime = results.Runtimes.Count > 1
                    ? " on " + results.Runtimes.First(candidate => candidate.Id == group.Key.Runtime).Name
                    : "";
                return $"{group.Key.Scenario}{group.Key.Parameters}{runtime}: {first.Row}, "
                    + $"{Format.Number(ratio.Estimate!.Median, 2)} of {ratio.Reference}'s time, "
                    + Format.Bytes(first.Measurement!.Allocated)
                    + (equal.Length > 0 ? $"; {Format.CannotTell} {string.Join(", ", equal)}" : "");
            });
    }
}
