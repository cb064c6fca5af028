namespace AsyncBenchmarks.Racing;

/// <summary>How far a race has come.</summary>
/// <param name="Launch">From 1.</param>
/// <param name="Round">0 while the processes start and warm up.</param>
/// <param name="Starting">The competitor that is being started; null once the rounds have begun.</param>
internal readonly record struct RaceProgress(int Launch, int Round, string? Starting);
