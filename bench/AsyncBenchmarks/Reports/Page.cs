namespace AsyncBenchmarks.Reports;

/// <summary>The content of a report, for the terminal and for files.</summary>
/// <param name="Title">The subject.</param>
/// <param name="Header">Where the numbers come from.</param>
/// <param name="Tables">The numbers.</param>
/// <param name="Issues">The cases that failed unexpectedly.</param>
internal sealed record Page(
    string Title,
    IReadOnlyList<string> Header,
    IReadOnlyList<ResultTable> Tables,
    IReadOnlyList<string> Issues)
{
    /// <summary>The heading of the issues.</summary>
    public const string IssuesTitle = "Benchmarks with issues";

    /// <summary>The heading of <see cref="NotAvailable"/>.</summary>
    public const string NotAvailableTitle = "Not available";

    /// <summary>Runtimes and libraries that are missing altogether, with the reason: they have no rows.</summary>
    public IReadOnlyList<string> NotAvailable { get; init; } = [];

    /// <summary>The notes of all tables.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>The conclusions, for readers who see the end first.</summary>
    public IReadOnlyList<string> Summary { get; init; } = [];
}

/// <summary>A table as text, the same for every report that shows one.</summary>
/// <param name="Title">The scenario, and the runtime where there are several.</param>
/// <param name="Description">The measured work.</param>
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

/// <summary>A column of a table.</summary>
/// <param name="Name">Its header.</param>
/// <param name="IsNumber">Whether it is aligned to the right.</param>
/// <param name="Dispensability">In a narrow terminal the highest is left out first; 0 never is.</param>
internal sealed record ResultColumn(string Name, bool IsNumber = false, int Dispensability = 0);

/// <summary>A row of a table.</summary>
/// <param name="Cells">One text per column.</param>
/// <param name="Mark">Its emphasis where there is color.</param>
internal sealed record ResultRow(IReadOnlyList<string> Cells, RowMark Mark = RowMark.None);

/// <summary>The emphasis of a row.</summary>
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
