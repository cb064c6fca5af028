namespace AsyncBenchmarks.Results;

/// <summary>A number that only its scenario has: a column of that scenario's table.</summary>
/// <param name="Name">The column's name.</param>
/// <param name="Value">The number; null where the runtime doesn't have it.</param>
/// <param name="Unit">What it counts.</param>
public sealed record FigureResult(string Name, double? Value, FigureResultUnit Unit);
