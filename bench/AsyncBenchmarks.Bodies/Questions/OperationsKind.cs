namespace AsyncBenchmarks.Scenarios;

/// <summary>What is done with operations besides awaiting them once, one after the other.</summary>
internal enum OperationsKind
{
    /// <summary>Several threads; each completes what its neighbour has started.</summary>
    Contended,

    /// <summary>A chain in which each link awaits the one before.</summary>
    Deep,

    /// <summary>An operation is canceled.</summary>
    Cancel,

    /// <summary>An operation fails.</summary>
    Throw,

    /// <summary>Very many are in flight at once; then it is quiet.</summary>
    Burst,

    /// <summary>An AsyncLocal has a value, or changes it.</summary>
    Flow,

    /// <summary>A server's loop.</summary>
    GcPauses,
}
