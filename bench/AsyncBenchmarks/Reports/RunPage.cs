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
        IReadOnlyList<ResultTable> tables = ResultTables.Create(results, ratios);
        return new Page(
            Title,
            [
                .. Origin(results.Origin, results.Runtimes.Where(runtime => runtime.NotFound is null)),
                .. races.Where(race => race.Environment.Count == 0).Select(race => "Ratios again with: " + race.Origin.Command),
            ],
            tables,
            [])
        {
            Warnings = [.. Warnings(results)],
            NotAvailable = [.. ResultTables.NotAvailable(results)],
            Notes = [.. new[] { ratios.Note(results.Cases) }.OfType<string>(), .. ResultTables.Notes(results, results.Cases)],
            Summary = [.. tables.SelectMany(table => table.Summary.Select(line => $"{table.Title}, {line}"))],
        };
    }

    /// <summary>One page for all machines; each table says whose it is.</summary>
    public static Page Create(MergedResults results)
    {
        (MachineResults Machine, RunResults Run, Page Page)[] pages =
        [
            .. results.Machines.SelectMany(machine => machine.Runs.Select(run => (machine, run, Create(run, machine.Races)))),
        ];
        if (pages.Length == 1)
        {
            return pages[0].Page;
        }

        // Several runs of one machine have different cases: of the same scenario on other runtimes, or with other parameters.
        HashSet<string> several = [.. pages.SelectMany(part => part.Page.Tables).GroupBy(table => table.Title)
            .Where(same => same.Count() > results.Machines.Count).Select(same => same.Key)];
        bool hasMachines = results.Machines.Count > 1;
        return new Page(
            Title,
            Lines(page => page.Header),
            [.. pages.SelectMany((part, index) => part.Page.Tables.Select(table => Part(table, part, index)))],
            [])
        {
            NotAvailable = Lines(page => page.NotAvailable),
            Notes = [.. pages.SelectMany(part => part.Page.Notes).Distinct()],
            Summary = Lines(page => page.Summary),
        };

        // The first run's pictures have the plain names.
        ResultTable Part(ResultTable table, (MachineResults Machine, RunResults Run, Page Page) of, int index) => table with
        {
            Title = table.Title
                + (several.Contains(table.Title) ? " on " + Runtimes(of.Run) : "")
                + (hasMachines ? ", " + of.Machine.Name : ""),
            Warnings = of.Page.Warnings,
            Charts = [.. table.Charts.Select(chart => index == 0 ? chart : chart with
            {
                File = FormattableString.Invariant($"{Path.GetFileNameWithoutExtension(chart.File)}-{index + 1}.svg"),
            })],
        };

        static string Runtimes(RunResults run) =>
            string.Join(", ", run.Runtimes.Where(runtime => runtime.NotFound is null).Select(runtime => runtime.Name));

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

    /// <summary>A row's parameters, such as "Pending=True".</summary>
    public static IEnumerable<string> Parameters(CaseResult row) => row.Parameters.Select(pair => $"{pair.Key}={pair.Value}");

    /// <summary>Whether it is the library of this repository.</summary>
    public static bool IsOurs(LibraryInfo library) => library.Package == OurPackage;

    /// <summary>Whether it is no library but a reference that shows the cost of the work alone.</summary>
    public static bool IsReference(LibraryInfo library) =>
        library.Notes.Any(note => note.StartsWith("A reference", System.StringComparison.Ordinal));
}
