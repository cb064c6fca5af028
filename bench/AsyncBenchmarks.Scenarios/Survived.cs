namespace AsyncBenchmarks;

/// <summary>
/// Measures the bytes that stay alive because of what a library keeps for one more operation in flight: the price of a pool.
/// Exact where the runtime counts its heap exactly, which .NET does after a blocking collection.
/// </summary>
internal static class Survived
{
    private const int RunsAlone = 3;
    private const int FewestTogether = 2;
    private const int MostTogether = 9;
    private const int Readings = 5;

    /// <summary>Measures one workload. Call it once, in the case's own process, between set-up and the measured runs.</summary>
    /// <returns>
    /// The median of what one more operation in flight adds; for work that can only be done alone, what the whole operation
    /// leaves behind after it was done on the smallest scale. Null for work that can do neither.
    /// </returns>
    public static long? Measure(Workload workload) => Measure(workload, Heap.SettledBytes);

    /// <summary>The same with another way to read the bytes in use.</summary>
    internal static long? Measure(Workload workload, Func<long> settledBytes) =>
        workload.CanOverlap ? MeasureTogether(workload, settledBytes)
        : workload.SizeAlone > 0 ? MeasureAlone(workload, settledBytes)
        : null;

    private static long MeasureAlone(Workload workload, Func<long> settledBytes)
    {
        for (int run = 0; run < RunsAlone; run++)
        {
            workload.RunAlone(1);
        }

        long before = Least(settledBytes);
        workload.RunAlone(workload.SizeAlone);
        return Least(settledBytes) - before;
    }

    // The finalizer thread can only add to a reading, some kilobytes at a time. Where several
    // increases are measured, their median takes no notice; here there is one.
    private static long Least(Func<long> settledBytes)
    {
        long least = settledBytes();
        for (int reading = 1; reading < Readings; reading++)
        {
            least = Math.Min(least, settledBytes());
        }

        return least;
    }

    private static long MeasureTogether(Workload workload, Func<long> settledBytes)
    {
        // Nothing may be allocated between the first reading and the last: it would be counted as the library's.
        long[] increases = new long[MostTogether - FewestTogether + 1];
        for (int run = 0; run < RunsAlone; run++)
        {
            RunTogether(workload, 1);
        }

        long before = settledBytes();
        for (int together = FewestTogether; together <= MostTogether; together++)
        {
            RunTogether(workload, together);
            long after = settledBytes();
            increases[together - FewestTogether] = after - before;
            before = after;
        }

        // The larger of the two in the middle: a pool that reaches its bound on the way has not become cheaper.
        Array.Sort(increases);
        return increases[increases.Length / 2];
    }

    private static void RunTogether(Workload workload, int operations)
    {
        for (int operation = 0; operation < operations; operation++)
        {
            workload.StartOne();
        }

        workload.CompleteAll();
    }
}

/// <summary>Collects garbage, and reads the heap.</summary>
internal static class Heap
{
    /// <summary>
    /// Collects until nothing moves any more, which takes three rounds: finalizers may revive what they hold, and pools may trim
    /// themselves in one.
    /// </summary>
    public static void Settle()
    {
        for (int round = 0; round < 3; round++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        GC.Collect();
    }

    /// <summary>The bytes in use after <see cref="Settle"/>.</summary>
    public static long SettledBytes()
    {
        Settle();
#if NET
        // As the collection has left it: a finalizer that allocates afterwards is charged with kilobytes, which it may not even use.
        GCMemoryInfo info = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        return info.HeapSizeBytes - info.FragmentedBytes;
#else
        return GC.GetTotalMemory(forceFullCollection: false);
#endif
    }
}
