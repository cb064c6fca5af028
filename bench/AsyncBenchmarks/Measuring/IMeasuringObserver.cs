using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Measuring;

/// <summary>Is told what goes on while the cases of one runtime are measured, in the order it happens.</summary>
internal interface IMeasuringObserver
{
    /// <summary>The program with all cases is being built.</summary>
    void Building();

    /// <summary>A case's process is about to start.</summary>
    void Started(string caseId);

    /// <summary>A case has its numbers, or the reason why it has none.</summary>
    /// <param name="caseId">The case.</param>
    /// <param name="measurement">The numbers.</param>
    /// <param name="failure">Why there are none.</param>
    /// <param name="runtime">The runtime's description of itself, if it got so far.</param>
    void Finished(string caseId, Measurement? measurement, string? failure, string? runtime);
}
