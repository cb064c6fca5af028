using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>Lays results out as tables: one per scenario, with a group of rows per runtime and parameters.</summary>
internal static class ResultTables
{
    /// <summary>The tables. What is missing altogether has no rows in them.</summary>
    public static IReadOnlyList<ResultTable> Create(RunResults results, RaceRatios ratios) =>
    [
        .. results.Cases
            .Except(results.RowsOfMissing())
            .GroupBy(row => row.Scenario)
            .Select(table => Create(results, ratios, table.Key, [.. table])),
    ];

    /// <summary>What is missing altogether, a line each.</summary>
    public static IEnumerable<string> NotAvailable(RunResults results) =>
    [
        .. results.MissingRuntimes().Select(runtime => $"{runtime.Name}: {runtime.NotFound}"),
        .. results.MissingLibraries().Select(library => $"{library.Name}: {library.NotFound}"),
    ];

    /// <summary>What a reader of rows must know of their libraries and runtimes.</summary>
    public static IEnumerable<string> Notes(RunResults results, IEnumerable<CaseResult> rows)
    {
        HashSet<string> shown = [.. rows.Where(row => row.Measurement is not null).SelectMany(row => new[] { row.Library, row.Runtime })];
        return
        [
            .. results.Origin.Libraries
                .Where(library => shown.Contains(library.Name))
                .SelectMany(library => library.Notes.Select(note => library.Name + ": " + note)),
            .. results.Runtimes
                .Where(runtime => shown.Contains(runtime.Id))
                .SelectMany(runtime => runtime.Notes.Select(note => runtime.Name + ": " + note)),
        ];
    }

    private static ResultTable Create(RunResults results, RaceRatios ratios, string scenario, CaseResult[] rows)
    {
        ScenarioInfo info = results.Scenarios.First(candidate => candidate.Name == scenario);
        ResultCells cells = new(results, rows, ratios);
        return new ResultTable(
            scenario,
            info.Description,
            cells.Columns,
            [
                .. rows
                    .GroupBy(row => string.Join('/', row.Parameters.Select(parameter => parameter.Value).Prepend(row.Runtime)))
                    .Select(group => group.Select(cells.Row).ToArray()),
            ],
            info.Notes)
        {
            Issues = [.. ResultIssues.Create(results, rows)],
        };
    }
}
