using System.Text.RegularExpressions;

namespace AsyncBenchmarks.Processes;

/// <summary>Finds the line that matters in what a runtime wrote when it died.</summary>
internal static partial class CauseOfDeath
{
    private const string StackOverflow = "Stack overflow.";

    /// <summary>One line; empty when it wrote nothing.</summary>
    public static string Find(string lastWords)
    {
        string[] lines = lastWords.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

        // Every runtime has its own words for it, and Mono several.
        if (lines.Any(line => StackOverflowWords().IsMatch(line)))
        {
            return StackOverflow;
        }

        string cause = lines
            .Select(line => line.StartsWith(Unhandled, StringComparison.OrdinalIgnoreCase) ? line[Unhandled.Length..].Trim() : line)
            .FirstOrDefault(line => line.Any(char.IsLetter) && !line.StartsWith(Banner, StringComparison.Ordinal), "");
        return Innermost(cause);
    }

    /// <summary>Of exceptions in one line, outside in, the one that was thrown first.</summary>
    public static string Innermost(string exception)
    {
        const string Inside = " ---> ";
        int inner = exception.LastIndexOf(Inside, StringComparison.Ordinal);
        return inner < 0 ? exception : exception[(inner + Inside.Length)..];
    }

    private const string Unhandled = "Unhandled exception:";
    private const string Banner = "Native Crash Reporting";

    [GeneratedRegex("^stack overflow|StackOverflowException", RegexOptions.IgnoreCase)]
    private static partial Regex StackOverflowWords();
}
