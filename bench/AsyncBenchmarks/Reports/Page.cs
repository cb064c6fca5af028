using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>The content of a report, for the terminal and for files.</summary>
/// <param name="Title">The subject.</param>
/// <param name="Header">Where the numbers come from: names and values.</param>
/// <param name="Tables">The numbers.</param>
internal sealed record Page(string Title, IReadOnlyList<string> Header, IReadOnlyList<ResultTable> Tables)
{
    /// <summary>The heading of the issues.</summary>
    public const string IssuesTitle = "Benchmarks with issues";

    /// <summary>The heading of <see cref="NotAvailable"/>.</summary>
    public const string NotAvailableTitle = "Not available";

    /// <summary>Why a library is missing, and, if the feeds lack its package, how to give it.</summary>
    public static string WithAdvice(string? reason) => (reason ?? "no reason is known")
        + (reason?.StartsWith("NU", StringComparison.Ordinal) == true
            ? ". To give it: dotnet run -p:RestoreAdditionalProjectSources=<absolute path> ..." : "");

    /// <summary>Reasons to distrust the numbers.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Runtimes and libraries that are missing altogether, with the reason: they have no rows.</summary>
    public IReadOnlyList<string> NotAvailable { get; init; } = [];

    /// <summary>The notes of all tables.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
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

    /// <summary>The charts, one for each runtime.</summary>
    public IReadOnlyList<Chart> Charts { get; init; } = [];
}

/// <summary>Ratios and bytes to be drawn.</summary>
/// <param name="Title">The scenario, the runtime, and what the picture tells.</param>
/// <param name="File">The name of the picture's file.</param>
/// <param name="Reference">The row that the ratios are to.</param>
/// <param name="Groups">Rows that are compared with one another.</param>
internal sealed record Chart(string Title, string File, string Reference, IReadOnlyList<ChartGroup> Groups)
{
    /// <summary>Whether there is something to draw.</summary>
    public bool HasRatios => Groups.Any(group => group.Rows.Any(row => row.Ratio is not null));
}

/// <summary>Rows with the same parameters.</summary>
/// <param name="Title">The parameters; empty where there are none.</param>
/// <param name="Rows">The rows, the fastest first.</param>
internal sealed record ChartGroup(string Title, IReadOnlyList<ChartRow> Rows);

/// <summary>A row of a chart.</summary>
/// <param name="Name">The row's name.</param>
/// <param name="IsOurs">Whether it is the library of this repository.</param>
/// <param name="Ratio">Its time against the reference's.</param>
/// <param name="Bytes">Its allocated bytes.</param>
internal sealed record ChartRow(string Name, bool IsOurs, RatioEstimate? Ratio, double? Bytes);

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
