using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Racing;

/// <summary>Competitors that do the same work: one scenario with the same parameters.</summary>
/// <param name="Title">The scenario and its parameters.</param>
/// <param name="Competitors">The first is the reference.</param>
/// <param name="NotAvailable">Cases that were asked for and can't take part.</param>
internal sealed record RaceGroup(string Title, IReadOnlyList<CaseProcess> Competitors, IReadOnlyList<CaseProcess> NotAvailable)
{
    /// <summary>Whether a launch is one run of each: of work that runs once.</summary>
    public bool RunsOnce => Competitors[0].Case.RunsOnce;

    /// <summary>One race per scenario and parameters in which something can compete with a reference.</summary>
    /// <param name="all">The cases of the chosen scenarios, whatever the library.</param>
    /// <param name="rows">Tests by which lanes are chosen, in their order; empty for all.</param>
    /// <param name="isReference">The test for the reference; null for each group's baseline.</param>
    public static IReadOnlyList<RaceGroup> Create(
        IEnumerable<CaseProcess> all,
        IReadOnlyList<Func<Case, bool>> rows,
        Func<Case, bool>? isReference)
    {
        List<RaceGroup> groups = [];
        foreach (IGrouping<string, CaseProcess> group in all.GroupBy(each => each.Case.Title))
        {
            CaseProcess? reference = group.FirstOrDefault(candidate => isReference?.Invoke(candidate.Case) ?? candidate.Case.IsBaseline);
            if (reference is null or { NotAvailable: not null })
            {
                continue;
            }

            CaseProcess[] chosen = [.. (rows.Count == 0 ? group : rows.SelectMany(row => group.Where(each => row(each.Case)))).Distinct()];
            ILookup<bool, CaseProcess> others = chosen.Where(row => row != reference).ToLookup(row => row.NotAvailable is null);

            // A command may ask for the reference alone.
            bool asked = rows.Count > 0 && chosen.Contains(reference);
            if (asked || others[true].Any())
            {
                // It also races against itself, which shows the race's own error.
                CaseProcess again = reference with { Name = reference.Name + RaceResult.AgainSuffix };
                groups.Add(new RaceGroup(group.Key, [reference, again, .. others[true]], [.. others[false]]));
            }
        }

        return groups;
    }
}
