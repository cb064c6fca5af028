using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Counting;

/// <summary>A page of counted instructions.</summary>
internal static class CountPage
{
    /// <summary>Its file as markdown.</summary>
    public const string MarkdownFile = "count.md";

    /// <summary>Its file for other programs.</summary>
    public const string ResultFile = "count.json";

    private static readonly ResultColumn[] s_columns =
    [
        new("Method"),
        new("Instructions", IsNumber: true),
        new("Ratio", IsNumber: true),
        new("Least .. most", IsNumber: true, Dispensability: 1),
        new("Runs", IsNumber: true, Dispensability: 2),
    ];

    private static readonly ResultColumn[] s_functionColumns =
    [
        new("Function"),
        new("Instructions", IsNumber: true),
        new("Calls", IsNumber: true),
    ];

    public static Page Create(CountResults results, int functions) => new(
        "Instructions",
        [
            .. results.Warnings,
            .. RunPage.Origin(results.Origin, results.Counts.Select(count => count.Runtime).DistinctBy(runtime => runtime.Id)),
            .. results.Environment.Select(variable => $"Environment: {variable.Key}={variable.Value}"),
        ],
        [.. results.Counts.SelectMany(count => Tables(count, functions))],
        [
            .. results.Counts.SelectMany(count => count.Rows)
                .Where(row => row.Outcome == CaseOutcome.Failed)
                .Select(row => $"{row.Case}: {row.Reason}"),
        ]);

    /// <summary>The table of what does the same work, and one for each row's functions.</summary>
    /// <param name="count">The counts.</param>
    /// <param name="functions">How many functions of each row to show.</param>
    public static IEnumerable<ResultTable> Tables(CountResult count, int functions)
    {
        string title = $"{count.Title}, {count.Runtime.Name}";
        CountRow? reference = count.Rows.FirstOrDefault(row => row.Instructions is not null);
        yield return new ResultTable(
            title,
            "instructions per operation" + (reference is null ? "" : $", and their ratio to {reference.Name}"),
            s_columns,
            [[.. count.Rows.Select(row =>
                new ResultRow(Cells(row, reference), row.Instructions is null ? RowMark.Missing : RowMark.None))]],
            [
                .. count.Rows
                    .Where(row => row.Instructions is null)
                    .GroupBy(row => row.Reason)
                    .Select(rows => $"NA, {string.Join(", ", rows.Select(row => row.Name))}: {rows.Key}"),
            ]);
        foreach (CountRow row in functions > 0 ? count.Rows.Where(row => row.Instructions is not null) : [])
        {
            yield return new ResultTable(
                $"{title}, {row.Name}",
                "where they are",
                s_functionColumns,
                [[.. row.Functions.Take(functions).Select(Row)]],
                []);
        }
    }

    private static ResultRow Row(CountedFunction function) => new(
        [function.Name, Format.Number(function.Instructions, 1), function.Calls > 0 ? Format.Number(function.Calls, 2) : Format.None]);

    private static IReadOnlyList<string> Cells(CountRow row, CountRow? reference) =>
        row is { Instructions: { } instructions, Least: { } least, Most: { } most }
            ?
            [
                row.Name,
                Format.Number(instructions, 1),
                Format.Ratio(instructions / reference!.Instructions!.Value),
                $"{Format.Number(least, 1)} .. {Format.Number(most, 1)}",
                Format.Number(row.Runs, 0),
            ]
            : [row.Name, "NA", "NA", "NA", "NA"];
}
