using System.Collections.Generic;

namespace AsyncBenchmarks.Reports;

/// <summary>A table as text, the same for every report that shows one.</summary>
/// <param name="Title">The scenario, and the runtime where there are several.</param>
/// <param name="Description">What is measured.</param>
/// <param name="Columns">The columns.</param>
/// <param name="Groups">Rows that are compared with one another, group by group.</param>
/// <param name="Notes">Lines under the table.</param>
internal sealed record ResultTable(
    string Title,
    string Description,
    IReadOnlyList<ResultColumn> Columns,
    IReadOnlyList<IReadOnlyList<ResultRow>> Groups,
    IReadOnlyList<string> Notes)
{
    /// <summary>Rows without numbers, and why.</summary>
    public IReadOnlyList<string> Issues { get; init; } = [];
}
