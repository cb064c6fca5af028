using AsyncBenchmarks.Runner;

namespace AsyncBenchmarks.Measuring;

/// <summary>A case that is going to be measured on a runtime.</summary>
/// <param name="Case">The case as the host's catalog has it; its work may be another one on that runtime.</param>
/// <param name="Shape">What the runtime's own catalog says of it.</param>
internal sealed record PlannedCase(Case Case, CatalogLine Shape)
{
    public string Id => Case.Id;
}
