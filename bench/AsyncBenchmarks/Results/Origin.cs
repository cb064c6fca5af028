namespace AsyncBenchmarks.Results;

/// <summary>Where numbers come from: what must be known before they mean anything.</summary>
internal sealed record Origin
{
    /// <summary>The command that makes them again.</summary>
    public required string Command { get; init; }

    /// <summary>The command's arguments one by one, as a resumed run parses them again; empty in older files.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    public required DateTimeOffset Started { get; init; }

    /// <summary>The commit it was built from, with a mark if the working copy had changes; null outside a repository.</summary>
    public required string? Commit { get; init; }

    /// <summary>Tells builds apart: a digest of the programs that were run; null in older files.</summary>
    public string? Build { get; init; }

    public required MachineInfo Machine { get; init; }

    public required IReadOnlyList<Library> Libraries { get; init; }
}

/// <param name="LogicalCores">How many cores the process could use.</param>
/// <param name="MemoryBytes">The memory it could use.</param>
internal sealed record MachineInfo(string Processor, int LogicalCores, long MemoryBytes, string OperatingSystem, string Architecture)
{
    /// <summary>The processor's caches, such as "L2 512K, L3 32M"; null where the system doesn't tell.</summary>
    public string? Caches { get; init; }

    public string Describe() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Processor}, {(Caches is null ? "" : Caches + ", ")}{LogicalCores} cores, {Math.Round(MemoryBytes / 1073741824.0)} GB, "
        + $"{OperatingSystem}, {Architecture}");
}

/// <param name="Id">Its name on the command line.</param>
/// <param name="Description">Its own description of itself, with the exact version; null until a case has run on it.</param>
internal sealed record RuntimeInfo(string Id, string Name, string? Description)
{
    /// <summary>Limits of its numbers, one line each.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Why nothing ran on it, and what to install; null where it was there.</summary>
    public string? NotFound { get; init; }
}

/// <summary>A stretch of time in which a command measured.</summary>
/// <param name="After">The machine after the last case; null while it goes on, and for good where it was killed.</param>
internal sealed record Session(MachineState Before, MachineState? After);

/// <param name="Others">The share of the whole machine's processor time that others had during a short look; null where it can't be
/// told.</param>
/// <param name="SpinNanoseconds">The time of one turn of a fixed loop: shows speeds that the system hides.</param>
internal sealed record MachineState(DateTimeOffset Time, double? Others, double SpinNanoseconds);
