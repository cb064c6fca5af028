using System;

namespace PooledAwait;

/// <summary>How many threads can run at once.</summary>
internal static class Processors
{
    /// <summary>Whether a thread that spins keeps the one it waits for from running.</summary>
    internal static readonly bool IsSingle = Environment.ProcessorCount == 1;
}
