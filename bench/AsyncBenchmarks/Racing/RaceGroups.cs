using System;
using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Racing;

/// <summary>Makes races of cases.</summary>
internal static class RaceGroups
{
    /// <summary>One race per scenario and parameters in which something can compete with a reference.</summary>
    /// <param name="all">The cases of the chosen scenarios, whatever the library.</param>
    /// <param name="rows">Tests by which lanes are chosen, in their order; empty for all.</param>
    /// <param name="isReference">The test for the reference; null for each group's baseline.</param>
    /// <param name="control">Whether the reference also races against itself.</param>
    /// <param name="handicapPercent">Above 0: the reference also races against itself made slower by so much.</param>
    public static IReadOnlyList<RaceGroup> Create(
        IEnumerable<Case> all,
        IReadOnlyList<Func<Case, bool>> rows,
        Func<Case, bool>? isReference,
        bool control,
        double handicapPercent)
    {
        List<RaceGroup> groups = [];
        foreach (IGrouping<string, Case> group in all.GroupBy(each => each.Title))
        {
            Case? reference = group.FirstOrDefault(isReference ?? (candidate => candidate.IsBaseline));
            if (reference?.Availability.Create is null)
            {
                continue;
            }

            Case[] chosen = [.. (rows.Count == 0 ? group : rows.SelectMany(row => group.Where(row))).Distinct()];
            Case[] others = [.. chosen.Where(row => row != reference)];

            // Whoever asks for the reference alone wants to see the race's own error.
            bool asked = rows.Count > 0 && chosen.Contains(reference);
            if (!asked && others.All(row => row.Availability.Create is null))
            {
                continue;
            }

            groups.Add(new RaceGroup(
                group.Key,
                [
                    .. ReferenceLanes(reference, control, handicapPercent),
                    .. others.Where(row => row.Availability.Create is not null).Select(row => Lane(row, row.Row)),
                ],
                [.. others.Where(row => row.Availability.Create is null)]));
        }

        return groups;
    }

    private static IEnumerable<Competitor> ReferenceLanes(Case reference, bool control, double handicapPercent)
    {
        yield return Lane(reference, reference.Row);
        if (control)
        {
            yield return Lane(reference, reference.Row + " (again)");
        }

        if (handicapPercent > 0)
        {
            string name = FormattableString.Invariant($"{reference.Row} ({handicapPercent:0.#} % slower)");
            yield return Lane(reference, name) with { HandicapPercent = handicapPercent };
        }
    }

    private static Competitor Lane(Case of, string name) => new(name, of.Id)
    {
        KnownFailure = of.Availability.KnownFailure,
        Environment = of.Environment,
    };
}
