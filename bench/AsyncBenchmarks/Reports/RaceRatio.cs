using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A row's ratio as a race found it.</summary>
/// <param name="Reference">What it is the ratio to.</param>
/// <param name="Launches">How many launches of each process it is from.</param>
/// <param name="Estimate">The ratio; null where the race had no rounds.</param>
internal sealed record RaceRatio(string Reference, int Launches, RatioEstimate? Estimate);
