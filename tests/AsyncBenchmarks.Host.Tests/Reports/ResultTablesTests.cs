using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports;

public class ResultTablesTests
{
    [Fact]
    public void A_scenario_is_one_table_with_a_group_per_runtime_and_parameters()
    {
        RunResults run = Run(
            Row("Task", "net10.0", "100"), Row("Ours", "net10.0", "100"),
            Row("Task", "net10.0", "10,000"),
            Row("Task", "mono", "100"));

        ResultTable table = Assert.Single(ResultTables.Create(run));

        Assert.Equal([2, 1, 1], table.Groups.Select(group => group.Count));
        Assert.Equal(["Method", "Runtime", "N", "Mean", "Ratio", "Gen0", "Gen1", "Gen2", "Allocated", "Survived"], Names(table));
        Assert.Equal("Mono", table.Groups[2][0].Cells[1]);
    }

    [Fact]
    public void Categories_and_figures_are_columns_where_there_are_some()
    {
        Measurement measured = Sample.Measured(100) with
        {
            Figures =
            [
                new FigureResult("Held", 2048, FigureResultUnit.Bytes),
                new FigureResult("p99.9", 1_500_000, FigureResultUnit.Nanoseconds),
                new FigureResult("Flows", 1, FigureResultUnit.YesNo),
                new FigureResult("Pauses", null, FigureResultUnit.Count),
            ],
        };
        RunResults run = Run(
            Row("Proto", "net10.0", "100") with { Categories = "Pool", Measurement = measured },
            Row("Gone", "net10.0", "100") with { Measurement = null, Outcome = CaseOutcome.KnownFailure, Reason = "Stack overflow" });

        ResultTable table = Assert.Single(ResultTables.Create(run));

        Assert.Equal(["Held", "p99.9", "Flows", "Pauses"], Names(table).TakeLast(4));
        Assert.Equal(["2,048 B", "1,500 us", "yes", "-"], Cells(table, 0).TakeLast(4));
        Assert.Equal("Pool", Cells(table, 0)[2]);
        Assert.Equal(table.Columns.Count, Cells(table, 1).Count);
        Assert.Equal(["NA, fails as it is known to, Gone on .NET 10: Stack overflow"], table.Issues);
    }

    [Fact]
    public void Ratios_come_from_the_race_where_there_is_one()
    {
        MachineResults published = ResultSource.Read(Published.Folder).Results.Machines.Single();

        ResultTable table = ResultTables.Create(published.Runs[0], new RaceRatios(published.Races))[0];

        Assert.Equal("1.58", Ratio(table, "PooledAwait", "False"));
        Assert.Equal("1.00", Ratio(table, "ProtoPromise", "False"));
        Assert.Equal("-", Ratio(table, "Callback", "False"));
        Assert.Contains(table.Notes, note => note.StartsWith("Ratio: time against ProtoPromise's, from a race of 5 launches", System.StringComparison.Ordinal));
        Assert.Equal("~1.14", Ratio(ResultTables.Create(published.Runs[0], new RaceRatios(published.Races))[2], "PooledAwait", "Task<T>"));
    }

    [Fact]
    public void The_page_names_the_command_that_makes_its_ratios_again()
    {
        MachineResults published = ResultSource.Read(Published.Folder).Results.Machines.Single();

        Assert.Contains("Ratios again with: " + published.Races[0].Origin.Command, RunPage.Create(published.Runs[0], published.Races).Header);
    }

    [Fact]
    public void A_race_on_another_runtime_says_nothing()
    {
        MachineResults published = ResultSource.Read(Published.Folder).Results.Machines.Single();
        RaceResults elsewhere = published.Races[0] with { Runtime = new RuntimeInfo("mono", "Mono", null) };

        Assert.StartsWith("~", Ratio(ResultTables.Create(published.Runs[0], new RaceRatios([elsewhere]))[0], "PooledAwait", "False"), System.StringComparison.Ordinal);
    }

    [Fact]
    public void A_runtime_that_is_not_there_is_one_line()
    {
        CaseResult Missing(string row) => Row(row, "mono", "100") with { Measurement = null, Outcome = CaseOutcome.NotAvailable, Reason = "install it" };

        RunResults run = Run(Row("Task", "net10.0", "100"), Row("Ours", "net10.0", "100"), Missing("Task"), Missing("Ours"));

        Assert.Equal(["NA, every row on Mono: install it"], ResultTables.Create(run)[0].Issues);
    }

    [Fact]
    public void Rows_with_the_same_reason_on_several_runtimes_are_told_together()
    {
        CaseResult Missing(string row, string runtime) =>
            Row(row, runtime, "100") with { Measurement = null, Outcome = CaseOutcome.NotAvailable, Reason = "no such thing" };

        RunResults run = Run(
            Row("Task", "net10.0", "100"),
            Missing("A", "net10.0"),
            Missing("B", "net10.0"),
            Row("Task", "mono", "100"),
            Missing("A", "mono"),
            Missing("B", "mono"));

        Assert.Equal(["NA, A, B on .NET 10, Mono: no such thing"], ResultTables.Create(run)[0].Issues);
    }

    [Fact]
    public void A_runtime_that_is_not_there_is_one_line_where_a_row_has_a_reason_of_its_own()
    {
        CaseResult Missing(string row, string reason) =>
            Row(row, "mono", "100") with { Measurement = null, Outcome = CaseOutcome.NotAvailable, Reason = reason };

        RunResults run = Run(
            Row("Task", "net10.0", "100"),
            Missing("Task", "install it"),
            Missing("Ours", "install it"),
            Missing("Gone", "no package"));

        Assert.Equal(["NA, every other row on Mono: install it", "NA, Gone on Mono: no package"], ResultTables.Create(run)[0].Issues);
    }

    [Fact]
    public void A_row_that_fails_with_some_parameters_is_told_with_them()
    {
        RunResults run = Run(
            Row("Ours", "net10.0", "100"),
            Row("Deep", "net10.0", "100"),
            Row("Deep", "net10.0", "10,000") with { Measurement = null, Outcome = CaseOutcome.Failed, Reason = "Stack overflow" });

        Assert.Equal(["failed, Deep (N=10,000) on .NET 10: Stack overflow"], ResultTables.Create(run)[0].Issues);
    }

    [Fact]
    public void The_summary_names_the_fastest_of_each_group_but_no_reference()
    {
        IReadOnlyList<string> summary = RunPage.Create(ResultSource.Read(Published.Folder).Results.Machines[0].Runs[0]).Summary;

        Assert.Equal("AsyncAwait, Pending=False: ProtoPromise, 27.1 ns, 0 B, 0 B survived", summary[0]);
        Assert.DoesNotContain(summary, line => line.Contains("Callback", System.StringComparison.Ordinal));
    }

    [Fact]
    public void Machines_have_tables_of_their_own()
    {
        Page page = RunPage.Create(Merging.Merge([Sample.Source("a", "one"), Sample.Source("b", "other")]));

        Assert.Equal(["Yield, one", "Yield, other"], page.Tables.Select(table => table.Title));
        Assert.Contains("other: quick: not for quoting", page.Header);
    }

    private static string Ratio(ResultTable table, string method, string parameter) => table.Groups
        .SelectMany(group => group)
        .Single(row => row.Cells[0] == method && row.Cells[2] == parameter)
        .Cells[Names(table).ToList().IndexOf("Ratio")];

    private static IEnumerable<string> Names(ResultTable table) => table.Columns.Select(column => column.Name);

    private static IReadOnlyList<string> Cells(ResultTable table, int row) => table.Groups.SelectMany(group => group).ElementAt(row).Cells;

    private static CaseResult Row(string row, string runtime, string n) => Sample.Row(row, row == "Task", Sample.Measured(100)) with
    {
        Case = $"Deep/{row}/N={n}",
        Scenario = "Yield",
        Runtime = runtime,
        Parameters = [KeyValuePair.Create("N", n)],
    };

    private static RunResults Run(params CaseResult[] rows) => Sample.Run() with
    {
        Runtimes = [new RuntimeInfo("net10.0", ".NET 10", null), new RuntimeInfo("mono", "Mono", null)],
        Cases = rows,
    };
}
