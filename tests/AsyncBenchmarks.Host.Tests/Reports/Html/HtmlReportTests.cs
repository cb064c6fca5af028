using System;
using System.IO;
using System.IO.Compression;
using System.Text.RegularExpressions;
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
    public void What_is_put_in_is_not_looked_through_for_more() => Assert.Equal(Library, Unpack(s_page, "library"));

    [Fact]
    public void Rows_have_numbers_or_a_reason()
    {
        string data = Unpack(s_page, "data");

        Assert.Contains("\"method\":\"Ours\"", data);
        Assert.Contains("\"reason\":\"NU1101\"", data);
        Assert.Contains("\"reason\":\"Failed: Stack overflow, \\u0022quoted\\u0022\"", data);
    }

    [Fact]
    public void Without_the_library_the_page_says_why()
    {
        string page = HtmlReport.Write(Sample.Merged(Sample.Run()), null, "Install it.");

        Assert.Contains("\"noCharts\":\"Install it.\"", Unpack(page, "data"));
    }

    [Fact]
    public void Without_the_library_the_page_carries_the_pictures_that_it_is_given()
    {
        string page = HtmlReport.Write(Sample.Merged(Sample.Run()), null, "Install it.", new PagePicture("Yield", "net10.0", 0, "<svg/>"));

        Assert.Equal("", Unpack(page, "library"));
        Assert.Contains(
            "\"pictures\":[{\"scenario\":\"Yield\",\"runtime\":\"net10.0\",\"machine\":0,\"svg\":\"\\u003Csvg/\\u003E\"}]",
            Unpack(page, "data"));
    }

    /// <summary>What the page's script unpacks.</summary>
    internal static string Unpack(string page, string id)
    {
        string packed = Regex.Match(page, $"id=\"{id}\">([^<]*)<").Groups[1].Value;
        using GZipStream unpacked = new(new MemoryStream(Convert.FromBase64String(packed)), CompressionMode.Decompress);
        using StreamReader reader = new(unpacked);
        return reader.ReadToEnd();
    }

    private static int Count(string words) => s_page.Split(words, StringSplitOptions.None).Length - 1;
}
