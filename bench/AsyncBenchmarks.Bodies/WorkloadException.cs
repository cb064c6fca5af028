using System;

namespace AsyncBenchmarks;

/// <summary>A body produced a wrong result: its time would be the time of something else.</summary>
public sealed class WorkloadException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What was expected, and what came.</param>
    public WorkloadException(string message)
        : base(message)
    {
    }
}
