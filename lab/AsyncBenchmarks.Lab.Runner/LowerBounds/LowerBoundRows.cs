using AsyncBenchmarks.Lab.Continuations;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The lab's rows, which its programs have in their catalog beside the suite's.</summary>
internal static class LowerBoundRows
{
    /// <summary>Adds the hand-written baselines, and the rows that compare where continuations go.</summary>
    public static void AddToCatalog() => Catalog.AddReferences(
        [new HandWrittenLibrary(), new HandWrittenAsyncLibrary(), new HandWrittenValueTaskLibrary(), .. ContinuationRow.All]);
}
