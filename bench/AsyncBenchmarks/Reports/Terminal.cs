using Spectre.Console;

namespace AsyncBenchmarks.Reports;

/// <summary>
/// Where a command's words go: to standard output, and, when a person is watching, with one line at the bottom that tells
/// what is going on.
/// </summary>
internal sealed class Terminal
{
    private readonly IAnsiConsole _out;
    private readonly bool _plain;
    private string _status = "";

    /// <param name="color">False for --no-color; colors are also off in a pipe and where NO_COLOR is set.</param>
    public Terminal(bool color)
    {
        IsWatched = !Console.IsOutputRedirected;
        _plain = !color || !IsWatched || Environment.GetEnvironmentVariable("NO_COLOR") is { Length: > 0 };
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

    /// <summary>Writes a line.</summary>
    /// <param name="text">The text.</param>
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
