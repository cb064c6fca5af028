using System.Linq;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Host.Tests.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports;

public class MarkdownReportTests
{
    private static readonly string s_page = MarkdownReport.Write(RunPage.Create(Sample.Run()));

    [Theory]
    [InlineData("quick: not for quoting")]
    [InlineData("Machine: A processor, L2 512K, 2 cores, 8 GB, An OS, x64")]
    [InlineData(".NET 10.0.1")]
    [InlineData("Packages: PooledAwait.Net 1.0\n")]
    [InlineData("Commit: 0123456789ab")]
    [InlineData("2026-01-02 03:04 UTC")]
    public void The_header_says_where_the_numbers_come_from(string words) => Assert.Contains(words, s_page);

    [Fact]
    public void A_full_run_is_for_quoting() =>
        Assert.DoesNotContain("not for quoting", MarkdownReport.Write(RunPage.Create(Sample.Run() with { Kind = RunKind.Full })));

    [Fact]
    public void A_row_shows_ratio_interval_time_bytes_and_collections() => Assert.Matches(
        @"\| Ours \| Task\\<T> \| 0.50 \| 0.45 .. 0.55 \| 100.0 ns \| 112 B \| +- \| 0.0123 \|", s_page);

    [Fact]
    public void A_row_without_numbers_is_NA_and_its_reason_is_under_the_table()
    {
        Assert.Matches(@"\| Dead \| Task\\<T> \|( +NA \|){6}", s_page);
        Assert.Contains("**Benchmarks with issues**\n\n- failed, Dead: Stack overflow", s_page);
    }

    [Fact]
    public void A_picture_is_linked_below_its_table_with_its_message() =>
        Assert.Contains("![Yield, .NET 10: Ours takes 0.50 times as long as Task, 112 B](Yield.svg)", s_page);

    [Fact]
    public void A_library_that_is_missing_is_one_line_and_no_row()
    {
        Assert.Contains("**Not available**\n\n- Gone: NU1101. To give it: dotnet run -p:RestoreAdditionalProjectSources=", s_page);
        Assert.DoesNotContain("| Gone", s_page);
    }

    [Fact]
    public void The_libraries_of_a_package_that_is_missing_are_one_line()
    {
        RunResults run = Sample.Run();
        LibraryInfo gone = run.Origin.Libraries.Single(library => library.Name == "Gone");
        run = run with { Origin = run.Origin with { Libraries = [.. run.Origin.Libraries, gone with { Name = "Gone-Variant" }] } };

        Assert.Contains("**Not available**\n\n- Gone, Gone-Variant: NU1101. To give it", MarkdownReport.Write(RunPage.Create(run)));
    }

    [Fact]
    public void Warnings_of_the_run_are_in_the_header() =>
        Assert.Contains("- not quiet\n", MarkdownReport.Write(RunPage.Create(Sample.Run() with { Warnings = ["not quiet"] })));

    [Fact]
    public void Notes_of_scenarios_are_under_the_table_and_those_of_libraries_stand_once_at_the_end()
    {
        Assert.Contains("\n- Ours: a \\| note\n", s_page[s_page.IndexOf("## Notes", System.StringComparison.Ordinal)..]);
        Assert.Contains("Under the table.", s_page);
    }
}
