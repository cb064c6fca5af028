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
    [InlineData("A processor, 2 logical cores, 8 GB, x64")]
    [InlineData(".NET 10.0.1")]
    [InlineData("Packages: Our.Package 1.0\n")]
    [InlineData("Commit: 0123456789ab")]
    [InlineData("2026-01-02 03:04 UTC")]
    public void The_header_says_where_the_numbers_come_from(string words) => Assert.Contains(words, s_page);

    [Fact]
    public void A_full_run_is_for_quoting() =>
        Assert.DoesNotContain("not for quoting", MarkdownReport.Write(RunPage.Create(Sample.Run() with { Kind = RunKind.Full })));

    [Fact]
    public void A_row_shows_time_ratio_collections_and_bytes() => Assert.Matches(
        @"\| Ours +\| \.NET 10 +\| Task\\<T> \| 100.0 ns \| +~0.50 \| +0.0123 \| +- \| +- \| +112 B \| +- \|", s_page);

    [Fact]
    public void A_ratio_of_means_says_that_it_is_one() => Assert.Contains("Ratio: ~ is the ratio of two means", s_page);

    [Fact]
    public void A_row_without_numbers_is_NA_and_its_reason_is_under_the_table()
    {
        Assert.Matches(@"\| Gone +\| \.NET 10 +\| Task\\<T> \| +NA \| +NA \| +NA \| +NA \| +NA \| +NA \| +NA \|", s_page);
        Assert.Contains("**Benchmarks with issues**\n\n- NA, Gone: NU1101\n", s_page);
    }

    [Fact]
    public void A_failure_is_listed_with_its_exception() => Assert.Contains("- failed, Dead: Stack overflow, \"quoted\"\n", s_page);

    [Fact]
    public void Warnings_of_the_run_are_in_the_header() =>
        Assert.Contains("- not quiet\n", MarkdownReport.Write(RunPage.Create(Sample.Run() with { Warnings = ["not quiet"] })));

    [Fact]
    public void Notes_of_libraries_and_scenarios_are_under_the_table()
    {
        Assert.Contains("Ours: a \\| note", s_page);
        Assert.Contains("Under the table.", s_page);
    }
}
