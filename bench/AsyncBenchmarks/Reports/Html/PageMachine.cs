using System.Collections.Generic;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>A machine.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Warnings">What to know before its numbers.</param>
/// <param name="Origins">The description of each of its runs: names and values.</param>
internal sealed record PageMachine(string Name, IReadOnlyList<string> Warnings, IReadOnlyList<IReadOnlyList<string[]>> Origins);
