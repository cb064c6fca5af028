using AsyncBenchmarks.Lab.Continuations;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The lab's rows, which its programs have in their catalog beside the suite's.</summary>
internal static class LowerBoundRows
{
    /// <summary>Adds the hand-written baselines, a success for outcomes, and the queues of continuations.</summary>
    public static void AddToCatalog() => Catalog.AddReferences(
    [
        new HandWrittenLibrary(),
        new HandWrittenAsyncLibrary(),
#if NET
        new HandWrittenLibrary(flows: false),
        new HandWrittenAsyncLibrary(flows: false),
#endif
        new HandWrittenValueTaskLibrary(),
        PooledAwaitLibrary.Success,
        .. ContinuationRow.All,
    ]);
}
