using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>Lays results out as tables: one per scenario and runtime.</summary>
internal static class ResultTables
{
    // In a narrow terminal the title says the type, the ratio can be worked out, and collections follow from bytes.
    private static readonly ResultColumn s_type = new("Type", Dispensability: 3);

    private static readonly ResultColumn[] s_numbers =
    [
        new("Mean", IsNumber: true),
        new("Ratio", IsNumber: true, Dispensability: 1),
        new("Gen0", IsNumber: true, Dispensability: 2),
        new("Allocated", IsNumber: true),
        new("Survived", IsNumber: true),
    ];

    public static IReadOnlyList<ResultTable> Create(RunResults results) =>
    [
        .. results.Cases
            .GroupBy(row => (row.Scenario, row.Runtime))
            .Select(table => Create(results, table.Key.Scenario, table.Key.Runtime, [.. table])),
    ];

    private static ResultTable Create(RunResults results, string scenario, string runtime, CaseResult[] rows)
    {
        ScenarioInfo info = results.Scenarios.First(candidate => candidate.Name == scenario);
        string runtimeName = results.Runtimes.First(candidate => candidate.Id == runtime).Name;
        TimeUnit unit = TimeUnit.For(rows.Select(row => row.Measurement).OfType<Measurement>().Select(measured => measured.Mean));
        return new ResultTable(
            results.Runtimes.Count > 1 ? $"{scenario}, {runtimeName}" : scenario,
            info.Description,
            [
                s_type,
                new ResultColumn("Method"),
                .. rows[0].Parameters.Select(parameter => new ResultColumn(parameter.Key)),
                .. s_numbers,
            ],
            [
                .. rows
                    .GroupBy(row => string.Join('/', row.Parameters.Select(parameter => parameter.Value)))
                    .Select(group => group.Select(row => Row(row, unit)).ToArray()),
            ],
            [.. info.Notes, .. LibraryNotes(results, rows), .. Reasons(rows)]);
    }

    private static ResultRow Row(CaseResult row, TimeUnit unit) =>
        new(Cells(row, unit), row.Measurement is null ? RowMark.Missing : RowMark.None);

    private static string[] Cells(CaseResult row, TimeUnit unit) =>
    [
        row.Scenario,
        row.Row,
        .. row.Parameters.Select(parameter => parameter.Value),
        .. row.Measurement is { } measured
            ? new[]
            {
                unit.Format(measured.Mean),
                row.Ratio is { } ratio ? Format.Number(ratio, 2) : Format.None,
                measured.Gen0 > 0 ? Format.Number(measured.Gen0, 4) : Format.None,
                Format.Bytes(measured.Allocated),
                Format.Bytes(measured.Survived),
            }
            : s_numbers.Select(_ => "NA"),
    ];

    private static IEnumerable<string> LibraryNotes(RunResults results, CaseResult[] rows)
    {
        HashSet<string> shown = [.. rows.Where(row => row.Measurement is not null).Select(row => row.Library)];
        return results.Origin.Libraries
            .Where(library => shown.Contains(library.Name))
            .SelectMany(library => library.Notes.Select(note => library.Name + ": " + note));
    }

    // A reason that several cells of a row, or several rows, have in common is told once.
    private static IEnumerable<string> Reasons(CaseResult[] rows) => rows
        .Where(row => row.Outcome == CaseOutcome.NotAvailable)
        .GroupBy(row => row.Reason)
        .Select(group => $"NA, {string.Join(", ", group.Select(row => row.Row).Distinct())}: {group.Key}");
}
