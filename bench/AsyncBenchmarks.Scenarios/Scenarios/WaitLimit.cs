namespace AsyncBenchmarks.Scenarios;

/// <summary>What may end a wait before the operation does.</summary>
internal enum WaitLimit
{
    /// <summary>A time.</summary>
    Timeout,

    /// <summary>A cancellation.</summary>
    Cancellation,
}
