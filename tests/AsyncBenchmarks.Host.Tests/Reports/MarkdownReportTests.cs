using AsyncBenchmarks.Reports;

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
    public void A_row_shows_ratio_interval_time_bytes_and_collections() => Assert.Matches(
        @"\| Ours \| Task\\<T> \| 0.50 \| 0.45 .. 0.55 \| 100.0 ns \| 112 B \| +- \| 0.0123 \|", s_page);

    [Fact]
    public void A_row_without_numbers_is_NA_and_its_reason_is_under_the_table()
    {
        Assert.Matches(@"\| Dead \| Task\\<T> \|( +NA \|){6}", s_page);
        Assert.Contains("**Benchmarks with issues**\n\n- failed, Dead: Stack overflow", s_page);
    }
}
