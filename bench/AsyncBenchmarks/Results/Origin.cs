using System;
using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>Where numbers come from: what must be known before they mean anything.</summary>
public sealed record Origin
{
    /// <summary>The command that makes them again.</summary>
    public required string Command { get; init; }

    /// <summary>The command's arguments one by one, as a resumed run parses them again; empty in older files.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>When it began, in universal time.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>The commit it was built from, with a mark if the working copy had changes; null outside a repository.</summary>
    public required string? Commit { get; init; }

    /// <summary>Tells builds apart: a digest of the programs that were run; null in older files.</summary>
    public string? Build { get; init; }

    /// <summary>Where it ran.</summary>
    public required MachineInfo Machine { get; init; }

    /// <summary>The compared libraries.</summary>
    public required IReadOnlyList<LibraryInfo> Libraries { get; init; }
}
