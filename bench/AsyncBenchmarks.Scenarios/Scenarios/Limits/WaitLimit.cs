namespace AsyncBenchmarks.Scenarios;

/// <summary>The limit that may end a wait before the operation does.</summary>
internal enum WaitLimit
{
    /// <summary>A time.</summary>
    Timeout,

    /// <summary>A cancellation.</summary>
    Cancellation,
}
