using System.Collections.Generic;

namespace AsyncBenchmarks;

/// <summary>A scenario: work that is done in the same way with every library.</summary>
/// <param name="Name">Its name, never changed: the table's Type column, and what <c>--scenario</c> takes.</param>
/// <param name="Description">What it measures, in one line.</param>
/// <param name="ParameterNames">Its parameters' columns, in the order of <see cref="Case.Parameters"/>.</param>
/// <param name="Notes">What a reader of its table must know: one line each, to be printed under it.</param>
public sealed record Scenario(
    string Name,
    string Description,
    IReadOnlyList<string> ParameterNames,
    IReadOnlyList<string> Notes);
