namespace AsyncBenchmarks;

/// <summary>A scenario: work that is done in the same way with every library.</summary>
/// <param name="Name">Its name, never changed: the table's Type column, and what <c>--scenario</c> takes.</param>
/// <param name="ParameterNames">Its parameters' columns, in the order of <see cref="Case.Parameters"/>.</param>
/// <param name="Notes">Limits of its table, one line each, printed under it.</param>
internal sealed record Scenario(
    string Name,
    string Description,
    IReadOnlyList<string> ParameterNames,
    IReadOnlyList<string> Notes)
{
    /// <summary>Whether a quick run that was not told which scenarios has this one.</summary>
    public bool IsQuick { get; init; }

    /// <summary>
    /// Whether one run is the whole measurement: it takes seconds, and measures more than its time. It is neither warmed up from outside
    /// nor repeated. In a smoke run it is through within a second: see <see cref="Haste"/>.
    /// </summary>
    public bool RunsOnce { get; init; }

    /// <summary>Whether other threads than the one that measures do a part of the work.</summary>
    public bool UsesThreads { get; init; }

    /// <summary>Whether a case's process has the first processor, and what it talks to the last one.</summary>
    public bool HasOneProcessor { get; init; }
}
