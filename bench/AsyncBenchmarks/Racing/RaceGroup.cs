using System.Collections.Generic;

namespace AsyncBenchmarks.Racing;

/// <summary>Competitors that do the same work: one scenario with the same parameters.</summary>
/// <param name="Title">The scenario and its parameters.</param>
/// <param name="Competitors">The first is the reference.</param>
/// <param name="NotAvailable">Cases that were asked for and can't take part.</param>
internal sealed record RaceGroup(string Title, IReadOnlyList<Competitor> Competitors, IReadOnlyList<Case> NotAvailable);
