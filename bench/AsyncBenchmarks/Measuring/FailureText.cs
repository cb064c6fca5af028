using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Measuring;

/// <summary>Finds in what a process left behind the one sentence that says why it failed.</summary>
internal static class FailureText
{
    private const string Inner = "---> ";

    /// <summary>One line: the innermost exception it printed, or what the runtime said when it died.</summary>
    public static string Describe(IReadOnlyList<string> output, string lastWords, int exitCode)
    {
        string[] exceptions = [.. output.Select(line => line.Trim()).Where(IsException)];
        if (exceptions.LastOrDefault(line => line.StartsWith(Inner, StringComparison.Ordinal)) is { } inner)
        {
            return CauseOfDeath.Innermost(inner[Inner.Length..]);
        }

        if (exceptions.LastOrDefault() is { } exception)
        {
            return CauseOfDeath.Innermost(exception);
        }

        string cause = CauseOfDeath.Find(lastWords);
        return $"The process ended with exit code {exitCode}" + (cause.Length == 0 ? "." : ": " + cause);
    }

    // As Exception.ToString begins: a type's name, a colon, the message.
    private static bool IsException(string line)
    {
        string text = line.StartsWith(Inner, StringComparison.Ordinal) ? line[Inner.Length..] : line;
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string type = colon < 0 ? text : text[..colon];
        return type.EndsWith("Exception", StringComparison.Ordinal) && !type.Contains(' ', StringComparison.Ordinal);
    }
}
