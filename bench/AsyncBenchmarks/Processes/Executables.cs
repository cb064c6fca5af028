namespace AsyncBenchmarks.Processes;

/// <summary>Programs that are installed, or not.</summary>
internal static class Executables
{
    /// <summary>Whether a program of that name would be found by whoever types it.</summary>
    public static bool IsThere(string name)
    {
        string file = OperatingSystem.IsWindows() ? name + ".exe" : name;
        return (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Any(folder => File.Exists(Path.Combine(folder, file)));
    }
}
