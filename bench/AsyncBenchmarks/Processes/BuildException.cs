using System;

namespace AsyncBenchmarks.Processes;

/// <summary>Something the suite measures does not build.</summary>
internal sealed class BuildException : Exception
{
    public BuildException(string message)
        : base(message)
    {
    }
}
