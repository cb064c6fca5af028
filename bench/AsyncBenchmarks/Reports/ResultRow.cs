using System.Collections.Generic;

namespace AsyncBenchmarks.Reports;

/// <summary>A row of a table.</summary>
/// <param name="Cells">One text per column.</param>
/// <param name="Mark">What makes it special where there is color.</param>
internal sealed record ResultRow(IReadOnlyList<string> Cells, RowMark Mark = RowMark.None);

/// <summary>What makes a row special.</summary>
internal enum RowMark
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>It won.</summary>
    Win,

    /// <summary>It lost.</summary>
    Loss,

    /// <summary>It has no numbers.</summary>
    Missing,
}
