using Spectre.Console;

namespace AsyncBenchmarks.Reports;

/// <summary>The content of a report, for the terminal and for files.</summary>
/// <param name="Header">Where the numbers come from: names and values.</param>
internal sealed record Page(string Title, IReadOnlyList<string> Header, IReadOnlyList<ResultTable> Tables)
{
    public const string IssuesTitle = "Benchmarks with issues";

    public const string NotAvailableTitle = "Not available";

    /// <summary>Why a library is missing, and, if the feeds lack its package, how to give it.</summary>
    public static string WithAdvice(string? reason) => (reason ?? "no reason is known")
        + (reason?.StartsWith("NU", StringComparison.Ordinal) == true
            ? ". To give it: dotnet run -p:RestoreAdditionalProjectSources=<absolute path> ..." : "");

    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Runtimes and libraries that are missing altogether, with the reason: they have no rows.</summary>
    public IReadOnlyList<string> NotAvailable { get; init; } = [];

    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>A table as text, the same for every report that shows one.</summary>
/// <param name="Title">The scenario, and the runtime where there are several.</param>
/// <param name="Groups">Rows that are compared with one another, group by group.</param>
internal sealed record ResultTable(
    string Title,
    string Description,
    IReadOnlyList<ResultColumn> Columns,
    IReadOnlyList<IReadOnlyList<ResultRow>> Groups,
    IReadOnlyList<string> Notes)
{
    /// <summary>Rows without numbers, and why.</summary>
    public IReadOnlyList<string> Issues { get; init; } = [];

    public IReadOnlyList<Chart> Charts { get; init; } = [];
}

/// <summary>Ratios and bytes to be drawn.</summary>
/// <param name="Title">The scenario, the runtime, and what the picture tells.</param>
/// <param name="Reference">The row that the ratios are to.</param>
/// <param name="Groups">Rows that are compared with one another.</param>
internal sealed record Chart(string Title, string File, string Reference, IReadOnlyList<ChartGroup> Groups)
{
    public bool HasRatios => Groups.Any(group => group.Rows.Any(row => row.Ratio is not null));
}

/// <summary>Rows with the same parameters.</summary>
/// <param name="Title">The parameters; empty where there are none.</param>
/// <param name="Rows">The rows, the fastest first.</param>
internal sealed record ChartGroup(string Title, IReadOnlyList<ChartRow> Rows);

/// <param name="IsOurs">Whether it is the library of this repository.</param>
/// <param name="Ratio">Its time against the reference's.</param>
internal sealed record ChartRow(string Name, bool IsOurs, RatioEstimate? Ratio, double? Bytes);

/// <param name="IsNumber">Whether it is aligned to the right.</param>
/// <param name="Dispensability">In a narrow terminal the highest is left out first; 0 never is.</param>
internal sealed record ResultColumn(string Name, bool IsNumber = false, int Dispensability = 0);

/// <param name="Style">How it looks where there is color, as Spectre.Console writes styles.</param>
internal sealed record ResultRow(IReadOnlyList<string> Cells, string? Style = null);

/// <summary>
/// Where a command's words go: to standard output, and, when a person is watching, with one line at the bottom that tells
/// what is going on.
/// </summary>
internal sealed class Terminal
{
    private readonly IAnsiConsole _out;
    private readonly bool _plain;
    private string _status = "";

    /// <summary>Colors are off in a pipe and where NO_COLOR is set.</summary>
    public Terminal()
    {
        IsWatched = !Console.IsOutputRedirected;
        _plain = !IsWatched || Environment.GetEnvironmentVariable("NO_COLOR") is { Length: > 0 };
        _out = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = _plain ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = _plain ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
            Out = new AnsiConsoleOutput(Console.Out),
        });
    }

    /// <summary>Whether a person may be looking at it while it is written.</summary>
    public bool IsWatched { get; }

    /// <summary>The width of a line; unlimited in a pipe, whose reader splits at line ends only.</summary>
    public int Width => IsWatched ? _out.Profile.Width : int.MaxValue;

    /// <param name="style">How it looks, as Spectre.Console writes styles.</param>
    public void WriteLine(string text = "", string? style = null)
    {
        ClearStatus();
        if (_plain || style is null || text.Length > Width)
        {
            // Not through Spectre.Console: it would break a long line, which the terminal, and a copy of its text, can keep whole.
            Console.Out.WriteLine(text);
        }
        else
        {
            _out.WriteLine(text, Style.Parse(style));
        }
    }

    /// <summary>Replaces the line at the bottom; in a pipe there is none.</summary>
    public void ShowStatus(string text)
    {
        if (!IsWatched)
        {
            return;
        }

        // A line that is as wide as the terminal would already begin the next one.
        int width = Math.Max(20, Width - 1);
        string line = text.Length <= width ? text : text[..(width - 1)] + "…";
        Console.Out.Write("\r" + line.PadRight(_status.Length));
        _status = line;
    }

    /// <summary>Takes the line at the bottom away.</summary>
    public void ClearStatus()
    {
        if (_status.Length > 0)
        {
            Console.Out.Write("\r" + new string(' ', _status.Length) + "\r");
            _status = "";
        }
    }
}
