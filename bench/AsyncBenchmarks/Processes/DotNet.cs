namespace AsyncBenchmarks.Processes;

internal static class DotNet
{
    /// <summary>The dotnet executable that runs us, or the one on the path.</summary>
    public static string Executable { get; } =
        Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } path && File.Exists(path) ? path : "dotnet";

    /// <summary>Builds or publishes a project; throws <see cref="BuildException"/> with the compiler's words.</summary>
    public static async Task RunAsync(string verb, string project, IReadOnlyList<string> options, CancellationToken cancellationToken)
    {
        ProgramCommand command = new(
            Executable, [verb, project, "-c", "Release", "-v", "quiet", "-nologo", "-nodeReuse:false", .. options]);
        await using FileStream turn = await BuildLockAsync(cancellationToken);

        // The rows of every runtime take their packages from the same feeds.
        (int exitCode, string output, string lastWords) =
            await ChildProcess.RunAsync(command.ToStartInfo(Library.RestoreSettings), cancellationToken);
        if (exitCode != 0)
        {
            await ChildProcess.RuleOutInterruptionAsync(cancellationToken);
            throw new BuildException(project, output + lastWords);
        }
    }

    /// <summary>Waits until no other command of this working copy builds: two would write the same files.</summary>
    private static async Task<FileStream> BuildLockAsync(CancellationToken cancellationToken)
    {
        string path = Path.Combine(Directory.CreateDirectory(Repository.Artifacts).FullName, "build.lock");
        while (true)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(100), cancellationToken);
            }
        }
    }
}

/// <summary>Something the suite measures does not build. The message is one line, with the compiler's first error.</summary>
internal sealed class BuildException(string project, string output) : Exception(Summarize(project, output))
{
    /// <summary>Whether it failed for want of a package that the feeds don't have.</summary>
    public bool IsPackageMissing { get; } =
        output.Contains("error NU1101", StringComparison.Ordinal) || output.Contains("error NU1102", StringComparison.Ordinal);

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
