using System.Collections.Generic;

namespace AsyncBenchmarks.Racing;

/// <summary>One lane of a race.</summary>
/// <param name="Name">The row's name in the race's table.</param>
/// <param name="CaseId">What it works on.</param>
/// <param name="HandicapPercent">How much slower it is made on purpose; 0 but for the race's test of itself.</param>
internal sealed record Competitor(string Name, string CaseId, double HandicapPercent = 0)
{
    /// <summary>Why it may fail, if that is known of its library: no failure of the race.</summary>
    public string? KnownFailure { get; init; }

    /// <summary>What its process needs in its environment, besides what all get.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}
