namespace AsyncBenchmarks.Results;

/// <summary>Where the numbers come from.</summary>
/// <param name="Processor">The processor's name.</param>
/// <param name="LogicalCores">How many cores the process could use.</param>
/// <param name="MemoryBytes">The memory it could use.</param>
/// <param name="OperatingSystem">The operating system's name and version.</param>
/// <param name="Architecture">The processor's architecture.</param>
public sealed record MachineInfo(string Processor, int LogicalCores, long MemoryBytes, string OperatingSystem, string Architecture);
