using System.Collections.Generic;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>What the page's script gets: everything it shows, nothing it has to work out from files.</summary>
internal sealed record PageData(
    IReadOnlyList<PageMachine> Machines,
    IReadOnlyList<PageScenario> Scenarios,
    IReadOnlyList<PageRuntime> Runtimes,
    IReadOnlyList<PageRow> Rows,
    string? NoCharts);
