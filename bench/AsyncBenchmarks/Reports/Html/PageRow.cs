using System.Collections.Generic;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>A row of the page's tables, and a bar of its charts.</summary>
internal sealed record PageRow
{
    /// <summary>The machine's position in the list of machines.</summary>
    public required int Machine { get; init; }

    public required string Scenario { get; init; }

    public required string Runtime { get; init; }

    public required string Method { get; init; }

    public required string Library { get; init; }

    public required string Categories { get; init; }

    public required IReadOnlyList<string[]> Parameters { get; init; }

    /// <summary>"ours", "reference" or "other": how it is painted.</summary>
    public required string Kind { get; init; }

    /// <summary>Why there are no numbers; null where there are.</summary>
    public string? Reason { get; init; }

    public double? Mean { get; init; }

    public double? Error { get; init; }

    public double? Gen0 { get; init; }

    public double? Gen1 { get; init; }

    public double? Gen2 { get; init; }

    public long? Allocated { get; init; }

    public long? Survived { get; init; }

    public double? Ratio { get; init; }

    public double? RaceRatio { get; init; }

    public double? RaceLower { get; init; }

    public double? RaceUpper { get; init; }

    public string? RaceReference { get; init; }

    public IReadOnlyList<PageFigure> Figures { get; init; } = [];
}
