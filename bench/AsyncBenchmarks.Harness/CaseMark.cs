using System;

namespace AsyncBenchmarks.Harness;

/// <summary>
/// Lines with which a case's process tells the host what BenchmarkDotNet doesn't measure. They begin as comments do in
/// BenchmarkDotNet's own output, which therefore skips them.
/// </summary>
public static class CaseMark
{
    /// <summary>Bytes that survive one operation, or <see cref="None"/>.</summary>
    public const string Survived = "survived";

    /// <summary>Bytes that an operation allocates, where BenchmarkDotNet's number would not be exact.</summary>
    public const string Allocated = "allocated";

    /// <summary>The runtime's description of itself.</summary>
    public const string Runtime = "runtime";

    /// <summary>Why the case failed.</summary>
    public const string Failure = "failure";

    /// <summary>A number that the work has measured itself, as <see cref="AsyncBenchmarks.Figure.Format"/> writes it.</summary>
    public const string Figure = "figure";

    /// <summary>In place of a number that the case doesn't have.</summary>
    public const string None = "n/a";

    private const string Prefix = "// case ";

    /// <summary>The line that says so.</summary>
    /// <param name="key">One of the names above.</param>
    /// <param name="value">A text of one line.</param>
    public static string Format(string key, string value) => Prefix + key + ": " + value;

    /// <summary>The value if the line is of that key; otherwise null.</summary>
    /// <param name="key">One of the names above.</param>
    /// <param name="line">A line of the process's output.</param>
    public static string? Parse(string key, string line)
    {
        string start = Format(key, "");
        return line.StartsWith(start, StringComparison.Ordinal) ? line.Substring(start.Length) : null;
    }
}
