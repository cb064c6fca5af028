namespace AsyncBenchmarks.Processes;

/// <summary>Something the suite measures does not build. The message is one line, with the compiler's first error.</summary>
internal sealed class BuildException : Exception
{
    /// <param name="project">The project file.</param>
    /// <param name="output">Everything the build said.</param>
    public BuildException(string project, string output)
        : base(Summarize(project, output))
    {
        Output = output;
    }

    /// <summary>Everything the build said.</summary>
    public string Output { get; }

    /// <summary>Whether it failed for want of a package that the feeds don't have.</summary>
    public bool IsPackageMissing => Output.Contains("error NU1101", StringComparison.Ordinal)
        || Output.Contains("error NU1102", StringComparison.Ordinal);

    private static string Summarize(string project, string output)
    {
        // Once as it happens and once in the summary at the end.
        string[] errors =
        [
            .. output
                .Split('\n', StringSplitOptions.TrimEntries)
                .Where(line => line.Contains("error ", StringComparison.Ordinal))
                .Distinct(),
        ];
        string first = errors.FirstOrDefault(output.ReplaceLineEndings(" ").Trim())
            .Replace(Repository.Root + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
        return $"{Path.GetFileNameWithoutExtension(project)} does not build: {first}"
            + (errors.Length > 1 ? $" (and {errors.Length - 1} more)" : "");
    }
}
