using System;

namespace AsyncBenchmarks.Racing;

/// <summary>A runner process answered with an error, or ended without an answer.</summary>
internal sealed class RunnerException : Exception
{
    public RunnerException(string message)
        : base(message)
    {
    }
}
