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
        Assert.Equal(["Method", "Runtime", "N", "Ratio", "99.9 % interval", "Time", "Allocated", "Survived", "Gen0", "Gen1", "Gen2"],
            Names(table));
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

        Assert.Equal(["Held", "p99.9", "Flows", "Pauses"], Names(table).Skip(8).Take(4));
        Assert.Equal(["2,048 B", "1,500 us", "yes", "-"], Cells(table, 0).Skip(8).Take(4));
        Assert.Equal(table.Columns.Count, Cells(table, 1).Count);
        Assert.Equal(["NA, a known failure, Gone on .NET 10: Stack overflow"], table.Issues);
    }

    [Fact]
    public void The_reference_against_itself_is_a_row_behind_it()
    {
        CaseResult reference = Sample.Raced("Task", 1) with { Again = new RatioEstimate(1.02, 0.97, 1.05) };

        ResultTable table = Tables(Run(reference, Sample.Raced("Ours", 0.5)))[0];

        Assert.Equal(["Task", "Task (again)", "Ours"], table.Groups[0].Select(row => row.Cells[0]));
        Assert.Equal(["1", "= 1.02", "0.50"], table.Groups[0].Select(row => row.Cells[3]));
        Assert.Equal(["-", "0.97 .. 1.05", "0.45 .. 0.55"], table.Groups[0].Select(row => row.Cells[4]));
    }

    [Fact]
    public void A_row_that_stays_wide_after_the_most_launches_says_so()
    {
        RunResults run = Run(Sample.Raced("Task", 1), Sample.Raced("Ours", 0.5, width: 0.3)) with { Kind = RunKind.Full };

        Assert.Contains("Wider than 10 % after 7 launches: Category=Task<T>, .NET 10: Ours.", Tables(run)[0].Notes);
        Assert.DoesNotContain(
            Tables(Run(Sample.Raced("Task", 1), Sample.Raced("Ours", 0.5, width: 0.05)))[0].Notes,
            note => note.StartsWith("Wider", System.StringComparison.Ordinal));
    }

    [Fact]
    public void A_picture_has_the_fastest_first_and_tells_what_ours_takes()
    {
        Chart chart = Tables(Run(Sample.Raced("Task", 1), Sample.Raced("Ours", 0.5), Sample.Raced("Other", 0.4)))[0].Charts[0];

        Assert.Equal(["Other", "Ours", "Task"], chart.Groups[0].Rows.Select(row => row.Name));
        Assert.Equal([false, true, false], chart.Groups[0].Rows.Select(row => row.IsOurs));
        Assert.Equal("Yield, .NET 10: Ours takes 0.50 times as long as Task, 112 B", chart.Title);
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
    public void Rows_with_the_same_reason_on_several_runtimes_are_listed_together()
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

    private static IReadOnlyList<ResultTable> Tables(RunResults run) => ResultTables.Create(run);

    private static IEnumerable<string> Names(ResultTable table) => table.Columns.Select(column => column.Name);

    private static IReadOnlyList<string> Cells(ResultTable table, int row) => table.Groups.SelectMany(group => group).ElementAt(row).Cells;

    private static CaseResult Row(string row, string runtime, string n) => Sample.Row(row, Sample.Measured(100)) with
    {
        Runtime = runtime,
        Parameters = [KeyValuePair.Create("N", n)],
    };

    private static RunResults Run(params CaseResult[] rows) => Sample.Run() with
    {
        Runtimes = [new RuntimeInfo("net10.0", ".NET 10", null), new RuntimeInfo("mono", "Mono", null)],
        Cases = rows,
    };
}
