namespace AsyncBenchmarks.Results;

/// <summary>What became of a case.</summary>
public enum CaseOutcome
{
    /// <summary>It has numbers.</summary>
    Measured,

    /// <summary>It was known beforehand that there is nothing to measure, and why.</summary>
    NotAvailable,

    /// <summary>It was known beforehand that it fails, and it did.</summary>
    KnownFailure,

    /// <summary>It should have worked and did not.</summary>
    Failed,
}
