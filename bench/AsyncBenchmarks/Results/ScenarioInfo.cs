using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>A scenario as its table describes it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Description">What is measured.</param>
/// <param name="Notes">Lines under its table.</param>
public sealed record ScenarioInfo(string Name, string Description, IReadOnlyList<string> Notes)
{
    /// <summary>The columns of what its works measure themselves.</summary>
    public IReadOnlyList<string> FigureNames { get; init; } = [];
}
