using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Racing;

/// <summary>Competitors that do the same work: one scenario with the same parameters.</summary>
/// <param name="Title">The scenario and its parameters.</param>
/// <param name="Competitors">The first is the reference; the second its other process, if there is something to compare.</param>
internal sealed record RaceGroup(string Title, IReadOnlyList<CaseProcess> Competitors)
{
    /// <summary>Whether a launch is one run of each: of work that runs once.</summary>
    public bool RunsOnce => Competitors[0].Case.RunsOnce;

    /// <summary>The groups of some cases, without those that can't be measured.</summary>
    /// <param name="cases">The cases.</param>
    /// <param name="isReference">The test for the reference; where none passes it, the first of a group is the reference.</param>
    /// <param name="hasAgain">Whether the reference races against itself, too, which shows the error of the measurement.</param>
    public static IReadOnlyList<RaceGroup> Create(IEnumerable<CaseProcess> cases, Func<Case, bool> isReference, bool hasAgain = true) =>
    [
        .. cases.Where(each => each.NotAvailable is null).GroupBy(each => each.Case.Title).Select(group =>
        {
            CaseProcess reference = group.FirstOrDefault(each => isReference(each.Case)) ?? group.First();
            CaseProcess[] others = [.. group.Where(each => each != reference)];
            return new RaceGroup(group.Key, others.Length == 0 || !hasAgain || reference.Case.RunsOnce
                ? [reference, .. others]
                : [reference, reference with { Name = reference.Name + CaseResult.AgainSuffix }, .. others]);
        }),
    ];
}
