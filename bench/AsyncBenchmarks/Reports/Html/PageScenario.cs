using System.Collections.Generic;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>A scenario, as the page shows it.</summary>
internal sealed record PageScenario(string Name, string Description, IReadOnlyList<string> Notes);
