using System;
using System.IO;
using Spectre.Console;

namespace AsyncBenchmarks.Reports;

/// <summary>
/// Where a command's words go: tables and sentences to standard output, errors to standard error,
/// and, when a person is watching, one line at the bottom that tells what is going on.
/// </summary>
internal sealed class Terminal
{
    // Nothing wraps in a pipe: who reads it there splits it at line ends.
    private const int WidthOfAPipe = 1000;

    private string _status = "";

    /// <param name="color">False for --no-color; colors are also off in a pipe and where NO_COLOR is set.</param>
    public Terminal(bool color)
    {
        IsWatched = !Console.IsOutputRedirected;
        bool plain = !color || !IsWatched || Environment.GetEnvironmentVariable("NO_COLOR") is { Length: > 0 };
        Out = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = plain ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = plain ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
            Out = new AnsiConsoleOutput(Console.Out),
        });
        if (!IsWatched)
        {
            Out.Profile.Width = WidthOfAPipe;
        }
    }

    /// <summary>Whether a person may be looking at it while it is written.</summary>
    public bool IsWatched { get; }

    /// <summary>For tables and whatever else Spectre.Console draws.</summary>
    public IAnsiConsole Out { get; }

    /// <summary>Writes a line of plain text.</summary>
    public void WriteLine(string text = "")
    {
        ClearStatus();
        Console.Out.WriteLine(text);
    }

    /// <summary>Writes a line to standard error.</summary>
    public void WriteError(string text)
    {
        ClearStatus();
        TextWriter error = Console.Error;
        error.WriteLine(text);
    }

    /// <summary>Replaces the line at the bottom; in a pipe there is none.</summary>
    public void ShowStatus(string text)
    {
        if (!IsWatched)
        {
            return;
        }

        int width = Math.Max(20, Out.Profile.Width - 1);
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
