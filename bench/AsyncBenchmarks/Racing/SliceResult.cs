namespace AsyncBenchmarks.Racing;

/// <summary>What a runner did in one slice.</summary>
/// <param name="Operations">How many operations.</param>
/// <param name="Nanoseconds">The time they took, by the runner's own clock.</param>
/// <param name="AllocatedBytes">What they allocated; null where the runtime can't tell.</param>
internal readonly record struct SliceResult(long Operations, double Nanoseconds, long? AllocatedBytes)
{
    public double NanosecondsPerOperation => Nanoseconds / Operations;

    public double? BytesPerOperation => (double?)AllocatedBytes / Operations;
}
