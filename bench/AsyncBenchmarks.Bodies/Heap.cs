using System;

namespace AsyncBenchmarks;

/// <summary>Reads the heap.</summary>
public static class Heap
{
    /// <summary>
    /// The bytes in use after collections. Finalizers may revive what they hold, and pools may trim themselves in one: after
    /// three rounds nothing moves any more.
    /// </summary>
    public static long SettledBytes()
    {
        for (int round = 0; round < 3; round++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        GC.Collect();
        return GC.GetTotalMemory(forceFullCollection: false);
    }
}
