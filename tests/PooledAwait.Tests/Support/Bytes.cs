namespace PooledAwait.Tests;

/// <summary>
/// What code allocates once everything is warm, in a window in which no object came to the end of its token: about once in
/// 65,000 uses one must be replaced, and what that costs is asserted by itself.
/// </summary>
internal static class Bytes
{
    /// <summary>
    /// Bytes per use on this thread, the least of three windows, for the trimmer may take this thread's objects during one. Not
    /// rounded, so that one object in all the uses of each window is seen.
    /// </summary>
    /// <param name="use">What is measured; without captured variables, which would be part of it.</param>
    /// <param name="uses">How often in a window, after as many to warm up.</param>
    internal static double PerUse(Action use, int uses = 200)
    {
        // Otherwise one of the uses may create the pools' timer.
        PoolTrimmer.Begin();
        Repeat(use, uses);
        long least = long.MaxValue;
        for (int windows = 0; windows < 3 && least > 0;)
        {
            long retired = Pools.Retired();
            long before = GC.GetAllocatedBytesForCurrentThread();
            Repeat(use, uses);
            long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
            if (Pools.Retired() == retired)
            {
                least = Math.Min(least, bytes);
                windows++;
            }
        }

        return least / (double)uses;
    }

    /// <summary>
    /// Asserts the bytes per use on all threads of the process. Others allocate too, the test's runner for one, and on a busy
    /// machine operations that change threads fill one thread's part of a pool from another's for a while. So it is the least
    /// of many windows, looked at until one has no more than what is expected: what a use allocates every time is in each.
    /// </summary>
    /// <param name="expected">How many bytes.</param>
    /// <param name="use">What is measured.</param>
    /// <param name="uses">How often in a window, after five times as many to warm up.</param>
    internal static void AssertPerUseInProcess(long expected, Action use, int uses = 200)
    {
        const int Windows = 200;
        Repeat(use, 5 * uses);
        long least = long.MaxValue;
        for (int window = 0; window < Windows && least > expected * uses; window++)
        {
            long retired = Pools.Retired();
            long before = GC.GetTotalAllocatedBytes(precise: true);
            Repeat(use, uses);
            long bytes = GC.GetTotalAllocatedBytes(precise: true) - before;
            if (Pools.Retired() == retired)
            {
                least = Math.Min(least, bytes);
            }
        }

        Assert.Equal(expected, least / (double)uses);
    }

    private static void Repeat(Action use, int uses)
    {
        for (int i = 0; i < uses; i++)
        {
            use();
        }
    }
}
