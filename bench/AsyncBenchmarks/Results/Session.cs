namespace AsyncBenchmarks.Results;

/// <summary>A stretch of time in which a command measured.</summary>
/// <param name="Before">The machine before the first case.</param>
/// <param name="After">The machine after the last case; null while it goes on, and for good where it was killed.</param>
public sealed record Session(MachineState Before, MachineState? After);
