namespace AsyncBenchmarks.Reports;

/// <summary>What a report says, before it is decided where: in the terminal or in a file.</summary>
/// <param name="Title">What was compared.</param>
/// <param name="Header">Where the numbers come from.</param>
/// <param name="Tables">The numbers.</param>
/// <param name="Issues">What should have worked and did not.</param>
internal sealed record Page(
    string Title,
    IReadOnlyList<string> Header,
    IReadOnlyList<ResultTable> Tables,
    IReadOnlyList<string> Issues)
{
    /// <summary>What stands above the issues.</summary>
    public const string IssuesTitle = "Benchmarks with issues";

    /// <summary>What stands above <see cref="NotAvailable"/>.</summary>
    public const string NotAvailableTitle = "Not available";

    /// <summary>Runtimes and libraries that are missing altogether, with the reason: they have no rows.</summary>
    public IReadOnlyList<string> NotAvailable { get; init; } = [];

    /// <summary>What a reader of any of the tables must know.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>What to take away, for readers who see the end first.</summary>
    public IReadOnlyList<string> Summary { get; init; } = [];
}

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

/// <summary>A column of a table.</summary>
/// <param name="Name">Its header.</param>
/// <param name="IsNumber">Whether it is aligned to the right.</param>
/// <param name="Dispensability">In a narrow terminal the highest is left out first; 0 never is.</param>
internal sealed record ResultColumn(string Name, bool IsNumber = false, int Dispensability = 0);

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
