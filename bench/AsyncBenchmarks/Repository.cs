namespace AsyncBenchmarks;

/// <summary>Where things are in the working copy this command was built from.</summary>
internal static class Repository
{
    /// <summary>The folder with global.json.</summary>
    public static string Root => field ??= FindRoot();

    public static string Artifacts => Path.Combine(Root, "artifacts");

    /// <summary>A folder per run.</summary>
    public static string Results => Path.Combine(Artifacts, "results");

    /// <summary>The project of the small program that works on request.</summary>
    public static string Runner => BenchProject("AsyncBenchmarks.Runner");

    public static string BenchProject(string name) => Path.Combine(Root, "bench", name, name + ".csproj");

    private static string FindRoot()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "global.json")))
            {
                return folder.FullName;
            }
        }

        throw new UsageException(
            $"The suite builds what it measures from source and found no repository above {AppContext.BaseDirectory}. "
            + "Run it from a clone.");
    }
}
