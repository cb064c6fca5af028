namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The lower bounds: hand-written baselines, which a program of the lab has in its catalog beside the suite's rows.</summary>
internal static class LowerBoundRows
{
    /// <summary>Adds them to the catalog.</summary>
    public static void AddToCatalog() =>
        Catalog.AddReferences([new HandWrittenLibrary(), new HandWrittenAsyncLibrary(), new HandWrittenValueTaskLibrary()]);
}
