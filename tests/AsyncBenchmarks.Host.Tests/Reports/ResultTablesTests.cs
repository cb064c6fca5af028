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

        ResultTable table = Assert.Single(Tables(run));

        Assert.Equal([2, 1, 1], table.Groups.Select(group => group.Count));
        Assert.Equal(["Method", "Runtime", "N", "Allocated", "Mean", "Survived", "Gen0", "Gen1", "Gen2"], Names(table));
        Assert.Equal("Mono", table.Groups[2][0].Cells[1]);
    }

    [Fact]
    public void Figures_are_columns_where_there_are_some()
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
            Row("Proto", "net10.0", "100") with { Measurement = measured },
            Row("Gone", "net10.0", "100") with { Measurement = null, Outcome = CaseOutcome.KnownFailure, Reason = "Stack overflow" });

        ResultTable table = Assert.Single(Tables(run));

        Assert.Equal(["Held", "p99.9", "Flows", "Pauses"], Names(table).Skip(6).Take(4));
        Assert.Equal(["2,048 B", "1,500 us", "yes", "-"], Cells(table, 0).Skip(6).Take(4));
        Assert.Equal(table.Columns.Count, Cells(table, 1).Count);
        Assert.Equal(["NA, fails as it is known to, Gone on .NET 10: Stack overflow"], table.Issues);
    }

    [Fact]
    public void Ratios_come_from_the_race_where_there_is_one()
    {
        MachineResults published = Published.Machine;
        RaceRow ours = published.Races[0].Races[0].Rows.Single(row => row.Name == "PooledAwait");

        ResultTable table = Tables(published.Runs[0], published.Races)[0];

        Assert.Equal("1.00", Ratio(table, "ValueTask-Pooling", "False"));
        Assert.Equal(Format.Number(ours.Ratio!.Median, 2), Ratio(table, "PooledAwait", "False"));
        Assert.Equal("-", Ratio(table, "Callback", "False"));
        Assert.Equal(
            "Ratio: time divided by ValueTask-Pooling's, in alternating slices, 5 launches: smaller is faster; = where the interval can't "
            + "tell. A row \"(again)\" is the reference against itself.",
            new RaceRatios(published.Runs[0], published.Races).Note(published.Runs[0].Cases.Where(row => row.Scenario == "AsyncAwait")));
    }

    [Fact]
    public void Where_no_race_lies_beside_a_run_its_own_ratios_count()
    {
        CaseResult raced = Row("Ours", "net10.0", "100") with { Ratio = new RatioEstimate(0.7, 0.6, 0.8), Reference = "Task" };
        RunResults run = Run(Row("Task", "net10.0", "100"), raced);
        RaceRow[] rows =
        [
            new RaceRow { Name = "Other", Case = run.Cases[0].Case, Outcome = CaseOutcome.Measured },
            new RaceRow { Name = "Ours", Case = raced.Case, Outcome = CaseOutcome.Measured, Ratio = new RatioEstimate(1.4, 1.3, 1.5) },
        ];
        RaceResults race = Published.Machine.Races[0] with { Runtime = new RuntimeInfo("net10.0", "", null),
            Races = [new RaceResult("", false, 0, rows)] };

        Assert.Equal("0.70", Ratio(Tables(run, [])[0], "Ours", "100"));
        Assert.Equal("1.40", Ratio(Tables(run, [race])[0], "Ours", "100"));
        Assert.Equal("0.70", Ratio(Tables(run, [race with { Runtime = new RuntimeInfo("mono", "", null) }])[0], "Ours", "100"));
        Assert.Equal("0.70", Ratio(Tables(run, [race with { Environment = new Dictionary<string, string> { ["A"] = "1" } }])[0], "Ours",
            "100"));
    }

    [Fact]
    public void The_references_second_lane_is_a_row_behind_it()
    {
        CaseResult reference = Row("Task", "net10.0", "100") with
        {
            Ratio = new RatioEstimate(1, 1, 1), Reference = "Task", Again = new RatioEstimate(1.02, 0.97, 1.05),
        };
        CaseResult other = Row("Ours", "net10.0", "100") with { Ratio = new RatioEstimate(0.5, 0.4, 0.6), Reference = "Task" };

        ResultTable table = Tables(Run(reference, other))[0];

        Assert.Equal(["Task", "Task (again)", "Ours"], table.Groups[0].Select(row => row.Cells[0]));
        Assert.Equal("= 1.02", Ratio(table, "Task (again)", "100"));
    }

    [Fact]
    public void The_page_names_the_command_that_makes_its_ratios_again()
    {
        MachineResults published = Published.Machine;

        Assert.Contains("Ratios again with: " + published.Races[0].Origin.Command,
            RunPage.Create(published.Runs[0], published.Races).Header);
    }

    [Fact]
    public void A_runtime_that_is_not_there_is_one_line_and_no_row()
    {
        CaseResult Missing(string row) =>
            Row(row, "mono", "100") with { Measurement = null, Outcome = CaseOutcome.NotAvailable, Reason = "install it" };
        RunResults run = Run(Row("Task", "net10.0", "100"), Row("Ours", "net10.0", "100"), Missing("Task"), Missing("Ours"));
        run = run with { Runtimes = [run.Runtimes[0], run.Runtimes[1] with { NotFound = "install it" }] };

        Page page = RunPage.Create(run);

        Assert.Equal(["Mono: install it"], page.NotAvailable.Where(line => line.StartsWith("Mono", System.StringComparison.Ordinal)));
        Assert.Equal(["Task", "Ours"], page.Tables[0].Groups.SelectMany(group => group).Select(row => row.Cells[0]));
        Assert.Empty(page.Tables[0].Issues);
    }

    [Fact]
    public void A_measured_row_without_a_ratio_has_the_reason()
    {
        RunResults run = Run(Row("Task", "net10.0", "100"), Row("Ours", "net10.0", "100") with { NoRatio = "it died" });

        Assert.Equal(["no ratio, Ours on .NET 10: it died"], Tables(run)[0].Issues);
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

        Assert.Equal(["NA, A, B on .NET 10, Mono: no such thing"], Tables(run)[0].Issues);
    }

    [Fact]
    public void A_row_that_fails_with_some_parameters_is_told_with_them()
    {
        RunResults run = Run(
            Row("Ours", "net10.0", "100"),
            Row("Deep", "net10.0", "100"),
            Row("Deep", "net10.0", "10,000") with { Measurement = null, Outcome = CaseOutcome.Failed, Reason = "Stack overflow" });

        Assert.Equal(["failed, Deep (N=10,000) on .NET 10: Stack overflow"], Tables(run)[0].Issues);
    }

    [Fact]
    public void The_summary_names_the_fastest_by_its_raced_ratio_and_those_that_may_be_as_fast_but_no_reference()
    {
        CaseResult Raced(string row, double ratio) => Row(row, "net10.0", "100") with
        {
            Ratio = new RatioEstimate(ratio, ratio * 0.9, ratio * 1.1),
            Reference = "Task",
        };
        RunResults run = Run(Raced("Task", 1), Raced("Ours", 0.5), Raced("Near", 0.55), Raced("Callback", 0.1),
            Row("Sequential", "net10.0", "100"));
        run = run with { Origin = run.Origin with { Libraries = [new LibraryInfo("Callback", null, "1", null,
            ["A reference, not an API."])] } };

        Assert.Equal(
            ["Yield, N=100, .NET 10: Ours is fastest, 0.50 of Task's time, 112 B; can't be told from Near"], RunPage.Create(run).Summary);
    }

    [Fact]
    public void Machines_have_tables_of_their_own()
    {
        Page page = RunPage.Create(Merging.Merge([Sample.Source("a", "one"), Sample.Source("b", "other")]));

        Assert.Equal(["Yield, one", "Yield, other"], page.Tables.Select(table => table.Title));
        Assert.All(page.Tables, table => Assert.Contains("quick: not for quoting", table.Warnings));
    }

    private static IReadOnlyList<ResultTable> Tables(RunResults run, params IReadOnlyList<RaceResults> races) =>
        ResultTables.Create(run, new RaceRatios(run, races));

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
