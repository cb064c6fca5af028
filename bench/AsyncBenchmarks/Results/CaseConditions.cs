namespace AsyncBenchmarks.Results;

/// <summary>What the machine was like while a case ran.</summary>
/// <param name="Others">The share of the whole machine's processor time that went to others, from 0 to 1; null where it can't be told.</param>
/// <param name="Megahertz">The clock speed that the operating system tells, before the case; null where it doesn't.</param>
/// <param name="SpinNanoseconds">What a fixed loop took per turn, before the case: tells speeds apart that the system hides.</param>
public sealed record CaseConditions(double? Others, double? Megahertz, double SpinNanoseconds);
