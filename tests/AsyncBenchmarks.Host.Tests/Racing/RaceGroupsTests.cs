namespace AsyncBenchmarks.Host.Tests.Racing;

public class RaceGroupsTests
{
    private static readonly Case[] s_cases =
    [
        Row("Base", "True", isBaseline: true), Row("Ours", "True"), Row("Gone", "True", there: false),
        Row("Base", "False", isBaseline: true), Row("Ours", "False"), Row("Theirs", "False"),
    ];

    [Fact]
    public void Rows_race_against_the_baseline_of_their_group_and_missing_rows_do_not_race() =>
        Assert.Equal(["Base, Base (again), Ours", "Base, Base (again), Ours, Theirs"], Groups(s_cases, each => each.IsBaseline));

    [Fact]
    public void Another_reference_makes_the_baseline_a_row() =>
        Assert.Equal(["Ours, Ours (again), Base", "Ours, Ours (again), Base, Theirs"], Groups(s_cases, each => each.Row == "Ours"));

    [Fact]
    public void The_first_row_is_the_reference_of_a_group_without_one() =>
        Assert.Equal(["Base, Base (again), Ours", "Theirs, Theirs (again), Base, Ours"], Groups(s_cases, each => each.Row == "Theirs"));

    [Fact]
    public void A_row_alone_has_nothing_to_be_compared_with() => Assert.Equal(["Ours"], Groups(s_cases[1..3], each => each.IsBaseline));

    private static IEnumerable<string> Groups(IEnumerable<Case> cases, Func<Case, bool> isReference) => RaceGroup
        .Create(cases.Select(CaseProcess.Expected), isReference)
        .Select(group => string.Join(", ", group.Competitors.Select(lane => lane.Name)));

    private static Case Row(string name, string pending, bool isBaseline = false, bool there = true) => new(
        "Scenario",
        name,
        name,
        [KeyValuePair.Create("Pending", pending)],
        isBaseline,
        there ? Availability.Of(() => throw new NotSupportedException()) : Availability.No("not there"));
}
