using System;
using System.Collections.Generic;

namespace AsyncBenchmarks.Counting;

/// <summary>How instructions are counted.</summary>
internal sealed record CountOptions
{
    /// <summary>The warm-up of a process before it is counted, until the JIT has nothing left to improve.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(4);

    /// <summary>How many instructions to count at least: whole runs, until there are so many.</summary>
    public long Enough { get; init; } = 100_000;

    /// <summary>After how many instructions, of preparations too, a case is given up: some minutes.</summary>
    public long Most { get; init; } = 20_000_000;

    /// <summary>Environment variables for every process, such as a switch of the runtime.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}
