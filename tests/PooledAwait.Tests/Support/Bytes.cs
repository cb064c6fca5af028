using System;

namespace PooledAwait.Tests;

/// <summary>What code allocates on this thread once everything is warm.</summary>
internal static class Bytes
{
    /// <summary>Bytes per use: not rounded, so that one stray object in all the uses is seen.</summary>
    /// <param name="use">What is measured; without captured variables, which would be part of it.</param>
    /// <param name="uses">How often, after as many to warm up.</param>
    internal static double PerUse(Action use, int uses = 200)
    {
        for (int i = 0; i < uses; i++)
        {
            use();
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < uses; i++)
        {
            use();
        }

        return (GC.GetAllocatedBytesForCurrentThread() - before) / (double)uses;
    }
}
