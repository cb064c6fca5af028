using System;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Reports.Html;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports.Html;

public class HtmlReportTests
{
    private const string Library = "var echarts = '{{data}}</script>';";

    private static readonly string s_page = HtmlReport.Write(Sample.Merged(Sample.Run()), Library, null);

    [Fact]
    public void The_page_refers_to_nothing_outside()
    {
        Assert.DoesNotContain("src=", s_page);
        Assert.DoesNotContain("http:", s_page);
        Assert.DoesNotContain("https:", s_page);
        Assert.DoesNotContain("@import", s_page);
        Assert.Contains("default-src 'none'", s_page);
    }

    [Fact]
    public void Every_script_ends_where_it_should() =>
        Assert.Equal(Count("<script"), Count("</script>"));

    [Fact]
    public void What_is_put_in_is_not_looked_through_for_more() => Assert.Contains("var echarts = '{{data}}<\\/script>';", s_page);

    [Fact]
    public void Rows_have_numbers_or_a_reason()
    {
        Assert.Contains("\"method\":\"Ours\"", s_page);
        Assert.Contains("\"reason\":\"NU1101\"", s_page);
        Assert.Contains("\"reason\":\"Failed: Stack overflow, \\u0022quoted\\u0022\"", s_page);
    }

    [Fact]
    public void Without_the_library_the_page_says_why()
    {
        string page = HtmlReport.Write(Sample.Merged(Sample.Run()), null, "Install it.");

        Assert.Contains("\"noCharts\":\"Install it.\"", page);
    }

    private static int Count(string words) => s_page.Split(words, StringSplitOptions.None).Length - 1;
}
