using System;

namespace AsyncBenchmarks.Results;

/// <summary>What the machine was like at one moment.</summary>
/// <param name="Time">When, in universal time.</param>
/// <param name="Load">The processes that worked or waited for a processor, averaged over the last minute; null where it can't be told.</param>
/// <param name="Others">The share of the whole machine's processor time that others had during a short look; null where it can't be told.</param>
/// <param name="Megahertz">The clock speed that the operating system tells; null where it doesn't.</param>
/// <param name="SpinNanoseconds">What a fixed loop took per turn: tells speeds apart that the system hides.</param>
public sealed record MachineState(DateTimeOffset Time, double? Load, double? Others, double? Megahertz, double SpinNanoseconds);
