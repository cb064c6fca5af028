using System;
using System.Collections.Generic;

namespace AsyncBenchmarks.Racing;

/// <summary>How long and how often to race.</summary>
internal sealed record RaceOptions
{
    /// <summary>
    /// Times every competitor is started afresh: a launch is what decides memory layout and what the JIT learns.
    /// The interval is less than half as wide with eight as with five, and hardly narrower with more rounds.
    /// </summary>
    public int Launches { get; init; } = 8;

    /// <summary>Rounds per launch; in each, every competitor works for one slice.</summary>
    public int Rounds { get; init; } = 20;

    /// <summary>Short against the minutes within which the machine changes its speed, long against waking up.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(30);

    /// <summary>What a fresh process works before the first round, until the JIT has nothing left to improve.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Environment variables for every process, such as a switch of the runtime.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}
