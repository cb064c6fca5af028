using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Racing;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Racing;

public class RaceGroupsTests
{
    private static readonly Case[] s_cases =
    [
        Row("Base", "True", isBaseline: true), Row("Ours", "True"), Row("Gone", "True", there: false),
        Row("Base", "False", isBaseline: true), Row("Ours", "False"), Row("Theirs", "False"),
    ];

    [Fact]
    public void Rows_race_against_their_groups_baseline() =>
        Assert.Equal(["Base, Base (again), Ours; Gone", "Base, Base (again), Ours, Theirs; "], Groups());

    [Fact]
    public void Another_reference_makes_the_baseline_a_row() =>
        Assert.Equal(["Ours, Ours (again), Base; Gone", "Ours, Ours (again), Base, Theirs; "], Groups(reference: "Ours"));

    [Fact]
    public void Only_chosen_rows_race_in_the_order_they_were_chosen_in() =>
        Assert.Equal(["Base, Base (again), Ours; ", "Base, Base (again), Theirs, Ours; "], Groups(rows: ["Theirs", "Ours"]));

    [Fact]
    public void A_group_without_the_reference_does_not_race() =>
        Assert.Equal(["Theirs, Theirs (again), Base, Ours; "], Groups(reference: "Theirs"));

    [Fact]
    public void A_reference_that_is_not_there_races_nobody() => Assert.Empty(Groups(reference: "Gone"));

    [Fact]
    public void Rows_that_are_not_there_are_no_reason_to_race() => Assert.Empty(Groups(rows: ["Gone"]));

    [Fact]
    public void The_reference_alone_shows_the_races_error() =>
        Assert.Equal(["Base, Base (again); ", "Base, Base (again); "], Groups(rows: ["Base"]));

    private static IEnumerable<string> Groups(string[]? rows = null, string? reference = null) => RaceGroup
        .Create(
            s_cases.Select(CaseProcess.Expected),
            [.. (rows ?? []).Select<string, Func<Case, bool>>(name => candidate => candidate.Row == name)],
            reference is null ? null : candidate => candidate.Row == reference)
        .Select(group => string.Join(", ", group.Competitors.Select(lane => lane.Name))
            + "; " + string.Join(", ", group.NotAvailable.Select(missing => missing.Name)));

    private static Case Row(string name, string pending, bool isBaseline = false, bool there = true) => new(
        "Scenario",
        name,
        name,
        [KeyValuePair.Create("Pending", pending)],
        isBaseline,
        there ? Availability.Of(() => throw new NotSupportedException()) : Availability.No("not there"));
}
