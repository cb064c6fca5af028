using System;
using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Racing;

/// <summary>Makes races of cases.</summary>
internal static class RaceGroups
{
    /// <summary>
    /// One race per scenario and parameters, of the cases that can compete with a reference. A case asked for twice
    /// runs in two lanes.
    /// </summary>
    /// <param name="all">The cases of the chosen scenarios, whatever the library.</param>
    /// <param name="rows">Tests by which lanes are chosen, in order; empty for all.</param>
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
        foreach (IGrouping<string, Case> group in all.GroupBy(TitleOf))
        {
            Case? reference = group.FirstOrDefault(isReference ?? (candidate => candidate.IsBaseline));
            Case[] chosen = rows.Count == 0
                ? [.. group.Where(candidate => candidate != reference)]
                : [.. rows.SelectMany(row => group.Where(row))];
            if (reference is null || chosen.Length == 0)
            {
                continue;
            }

            List<Competitor> lanes = [Lane(reference, reference.Row)];
            if (control)
            {
                lanes.Add(Lane(reference, reference.Row + " (again)"));
            }

            if (handicapPercent > 0)
            {
                lanes.Add(Lane(reference, FormattableString.Invariant($"{reference.Row} ({handicapPercent:0.#} % slower)")) with
                {
                    HandicapPercent = handicapPercent,
                });
            }

            lanes.AddRange(chosen.Where(row => row.Offer.Create is not null).Select(row => Lane(row, row.Row)));
            groups.Add(new RaceGroup(
                group.Key,
                lanes,
                [.. chosen.Where(row => row.Offer.Create is null)]));
        }

        return groups;
    }

    private static Competitor Lane(Case of, string name) => new(name, of.Id);

    private static string TitleOf(Case of) =>
        string.Join(", ", of.Parameters.Select(parameter => parameter.Key + "=" + parameter.Value).Prepend(of.Scenario));
}
