namespace AsyncBenchmarks.Reports;

internal static class RunPage
{
    public const string MarkdownFile = "results.md";

    public const string HtmlFile = "results.html";

    private const string OurPackage = "PooledAwait.Net";

    private static readonly ResultColumn[] s_summaryColumns =
    [
        new("Method"), new("Against"), new("Cells", IsNumber: true), new("Mean ratio", IsNumber: true), new("Best"), new("Worst"),
    ];

    public static Page Create(RunResults results) => new(
        "C# async libraries compared",
        [.. Origin(results.Origin, results.Runtimes.Where(runtime => runtime.NotFound is null)), .. Settings(results.Race)],
        [.. ResultTables.Create(results), .. Summaries(results)])
    {
        Warnings =
        [
            .. results.Kind switch
            {
                RunKind.Quick => ["quick: not for quoting"],
                RunKind.Smoke => ["smoke: shows that the rows work; the times mean nothing"],
                _ => Array.Empty<string>(),
            },
            .. results.Complete ? Array.Empty<string>() : ["incomplete: the run was stopped before its last case"],
            .. results.Warnings,
        ],
        NotAvailable = [.. ResultTables.NotAvailable(results)],
        Notes = [.. ResultTables.Notes(results)],
    };

    /// <summary>Writes the tables and their pictures.</summary>
    /// <param name="pictured">For a publication, whose readers are in the repository: the scenarios that have a picture. Null: all have
    /// one, and there is a file for browsers.</param>
    public static void Write(RunResults results, ResultFolder folder, IReadOnlyCollection<string>? pictured = null)
    {
        Page page = Create(results);
        page = page with
        {
            Tables = [.. page.Tables.Select(table => pictured?.Contains(table.Title) == false ? table with { Charts = [] } : table)],
        };
        Dictionary<string, string> pictures = [];
        foreach (Chart chart in page.Tables.SelectMany(table => table.Charts))
        {
            if (RatioChart.Draw(chart) is { } picture)
            {
                pictures[chart.File] = picture;
                folder.Write(chart.File, picture + "\n");
            }
        }

        string markdown = MarkdownReport.Write(page);
        folder.Write(MarkdownFile, markdown);
        if (pictured is null)
        {
            folder.Write(HtmlFile, HtmlReport.Write(page.Title, markdown, pictures));
        }
    }

    public static IReadOnlyList<string> Origin(Origin origin, IEnumerable<RuntimeInfo> runtimes)
    {
        string[] packages =
        [
            .. origin.Libraries
                .Where(library => library is { Package: not null, Version: not null })
                .Select(library => library.Package + " " + library.Version)
                .Distinct(),
        ];
        return
        [
            "Machine: " + origin.Machine.Describe(),
            "Runtime: " + string.Join("; ", runtimes.Select(runtime => runtime.Description ?? runtime.Name)),
            "Packages: " + (packages.Length > 0 ? string.Join(", ", packages) : "none"),
            "Commit: " + (origin.Commit ?? "not in a repository"),
            "Date: " + origin.Started.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture),
            "Run again with: " + origin.Command,
        ];
    }

    /// <summary>Whether it is the library of this repository.</summary>
    public static bool IsOurs(Library library) => library.Package == OurPackage;

    /// <summary>Whether it isn't a library but a reference that shows the cost of the work alone.</summary>
    public static bool IsReference(Library library) =>
        library.Notes.Any(note => note.StartsWith("A reference", StringComparison.Ordinal));

    private static IEnumerable<string> Settings(RaceSettings? race) => race is null ? [] :
    [
        $"Measured: {race.Launches} launches{(race.MostLaunches > race.Launches ? $", up to {race.MostLaunches} where an interval is "
            + "wider than 10 %" : "")}, each of {race.Rounds} rounds of {Format.Number(race.SliceMilliseconds, 0)} ms"
            + string.Concat(race.Environment.Select(variable => $", {variable.Key}={variable.Value}")),
    ];

    private static IEnumerable<ResultTable> Summaries(RunResults results) => results.Runtimes
        .Select(runtime => (runtime.Name, Pairs: PairSummary.OfOurs(results, runtime.Id).Where(pair => pair.Cells.Count > 1).ToArray()))
        .Where(of => of.Pairs.Length > 0)
        .Select(of => new ResultTable(
            "Summary, " + of.Name,
            "Geometric mean of Method's time divided by Against's, over the cells that both have: below 1, Method is faster.",
            s_summaryColumns,
            [
                .. of.Pairs.GroupBy(pair => pair.Row).Select(pairs => pairs.Select(pair => new ResultRow(
                [
                    pair.Row, pair.Against, Format.Number(pair.Cells.Count, 0), Format.Number(pair.Mean, 2), $"{pair.Cells[0]}",
                    $"{pair.Cells[^1]}",
                ])).ToArray()),
            ],
            []));
}
