namespace AsyncBenchmarks.Commands;

/// <summary>A run that was interrupted, killed, or had failures, found again to be continued.</summary>
internal sealed record UnfinishedRun(ResultFolder Folder, RunResults Results)
{
    // The memory that the system leaves to processes changes a little from one start to the next.
    private const double SameMemory = 0.1;

    /// <summary>Finds the run in a folder, or the latest one; throws when there is nothing to continue.</summary>
    /// <param name="mayBeComplete">Whether there is something to do for a complete run, too.</param>
    public static UnfinishedRun Find(string? folder, bool mayBeComplete = false)
    {
        string path = folder is null ? Latest()
            : Path.GetFullPath(File.Exists(folder) ? Path.GetDirectoryName(Path.GetFullPath(folder))! : folder);
        string file = Path.Combine(path, ResultFile.Name);
        if (!File.Exists(file))
        {
            throw new UsageException(
                $"--resume: there is no {ResultFile.Name} in {path}. Name the folder that \"run\" has written to.");
        }

        RunResults results = Read(file);
        if (results.Origin.Arguments.Count == 0)
        {
            throw new UsageException($"--resume: {file} is from an older version, without what --resume needs. Start a new run.");
        }

        return !mayBeComplete && results.Complete && results.Cases.All(row => row.Outcome != CaseOutcome.Failed)
            ? throw new UsageException($"--resume: the run in {path} is complete and nothing failed. Start a new one.")
            : new UnfinishedRun(ResultFolder.Open(path), results);
    }

    /// <summary>Throws when what was measured then can't be compared with what would be measured now.</summary>
    public void RequireSame(Origin now)
    {
        Origin then = Results.Origin;
        Require("commit", then.Commit ?? "unknown", now.Commit ?? "unknown", "Check that commit out");
        Require("machine", Describe(then.Machine), Describe(now.Machine), "Continue it there");
        if (Math.Abs(then.Machine.MemoryBytes - now.Machine.MemoryBytes) > then.Machine.MemoryBytes * SameMemory)
        {
            Require("memory", then.Machine.MemoryBytes + " bytes", now.Machine.MemoryBytes + " bytes", "Continue it there");
        }

        Dictionary<string, string> found = now.Libraries.ToDictionary(library => library.Name, Describe);
        foreach (Library library in then.Libraries)
        {
            Require(library.Name, Describe(library), found.GetValueOrDefault(library.Name, "unknown"), "Use the same package feeds");
        }

        Require("build", then.Build ?? "unknown", now.Build ?? "unknown", "Undo the changes since then");
    }

    private void Require(string what, string then, string now, string advice)
    {
        if (then != now)
        {
            throw new UsageException(
                $"--resume: the run in {Folder.Path} began with another {what}: {then}, now {now}. {advice}, or start a new run.");
        }
    }

    private static string Latest()
    {
        string[] runs = Directory.Exists(Repository.Results)
            ? [.. Directory.GetDirectories(Repository.Results).Where(each => File.Exists(Path.Combine(each, ResultFile.Name)))]
            : [];
        return runs.MaxBy(Path.GetFileName, StringComparer.Ordinal)
            ?? throw new UsageException($"--resume: there is no run in {Repository.Results} yet.");
    }

    private static RunResults Read(string file)
    {
        try
        {
            return ResultFile.Read(File.ReadAllText(file));
        }
        catch (InvalidDataException exception)
        {
            throw new UsageException($"--resume: {file}: {exception.Message}");
        }
    }

    private static string Describe(MachineInfo machine) =>
        $"{machine.Processor}, {machine.LogicalCores} cores, {machine.OperatingSystem}, {machine.Architecture}";

    private static string Describe(Library library) => library.Version ?? "not found";
}
