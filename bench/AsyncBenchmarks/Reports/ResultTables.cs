using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>Lays results out as tables: one per scenario, with a group of rows per runtime and parameters.</summary>
internal static class ResultTables
{
    public static IReadOnlyList<ResultTable> Create(RunResults results, RaceRatios? races = null) =>
    [
        .. results.Cases
            .GroupBy(row => row.Scenario)
            .Select(table => Create(results, races, table.Key, [.. table])),
    ];

    private static ResultTable Create(RunResults results, RaceRatios? races, string scenario, CaseResult[] rows)
    {
        ScenarioInfo info = results.Scenarios.First(candidate => candidate.Name == scenario);
        ResultCells cells = new(results, rows, races);
        return new ResultTable(
            scenario,
            info.Description,
            cells.Columns,
            [
                .. rows
                    .GroupBy(row => string.Join('/', row.Parameters.Select(parameter => parameter.Value).Prepend(row.Runtime)))
                    .Select(group => group.Select(cells.Row).ToArray()),
            ],
            [.. info.Notes, .. cells.Notes, .. LibraryNotes(results, rows), .. RuntimeNotes(results, rows)])
        {
            Issues = [.. ResultIssues.Create(results, rows)],
        };
    }

    private static IEnumerable<string> LibraryNotes(RunResults results, CaseResult[] rows)
    {
        HashSet<string> shown = [.. rows.Where(row => row.Measurement is not null).Select(row => row.Library)];
        return results.Origin.Libraries
            .Where(library => shown.Contains(library.Name))
            .SelectMany(library => library.Notes.Select(note => library.Name + ": " + note));
    }

    private static IEnumerable<string> RuntimeNotes(RunResults results, CaseResult[] rows)
    {
        HashSet<string> shown = [.. rows.Where(row => row.Measurement is not null).Select(row => row.Runtime)];
        return results.Runtimes
            .Where(runtime => shown.Contains(runtime.Id))
            .SelectMany(runtime => runtime.Notes.Select(note => runtime.Name + ": " + note));
    }
}
