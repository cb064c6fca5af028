using System.Collections.Generic;

namespace AsyncBenchmarks.Reports;

/// <summary>What a report says, before it is decided where: in the terminal or in a file.</summary>
/// <param name="Title">What was compared.</param>
/// <param name="Header">Where the numbers come from.</param>
/// <param name="Tables">The numbers.</param>
/// <param name="Issues">What should have worked and did not.</param>
internal sealed record Page(
    string Title,
    IReadOnlyList<string> Header,
    IReadOnlyList<ResultTable> Tables,
    IReadOnlyList<string> Issues)
{
    /// <summary>What stands above the issues.</summary>
    public const string IssuesTitle = "Benchmarks with issues";

    /// <summary>What to take away, for readers who see the end first.</summary>
    public IReadOnlyList<string> Summary { get; init; } = [];
}
