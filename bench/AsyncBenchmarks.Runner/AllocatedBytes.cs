using System;

namespace AsyncBenchmarks.Runner;

/// <summary>How many bytes the process has allocated so far.</summary>
internal static class AllocatedBytes
{
    /// <summary>Exact and over all threads; -1 where the runtime can't tell.</summary>
    public static long Read()
    {
#if NET
        return GC.GetTotalAllocatedBytes(precise: true);
#else
        return -1;
#endif
    }
}
