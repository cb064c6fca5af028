namespace AsyncBenchmarks.Racing;

/// <summary>What a runner did in one slice.</summary>
/// <param name="Operations">How many operations.</param>
/// <param name="Nanoseconds">The time they took, by the runner's own clock.</param>
/// <param name="BytesPerOperation">What one of them allocated; null where the runtime can't tell.</param>
/// <param name="Disturbed">The share of the time that was not counted because others had the processor.</param>
internal readonly record struct SliceResult(long Operations, double Nanoseconds, double? BytesPerOperation, double Disturbed)
{
    public double NanosecondsPerOperation => Nanoseconds / Operations;
}
