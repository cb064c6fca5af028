using System;
using System.Linq;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports;

public class HtmlReportTests
{
    private static readonly string s_page = HtmlReport.Write(RunPage.Create(Sample.Run()));

    [Fact]
    public void The_page_refers_to_nothing_outside_and_runs_no_script()
    {
        Assert.DoesNotContain("src=", s_page);
        Assert.DoesNotContain("http:", s_page.Replace("http://www.w3.org/2000/svg", "", StringComparison.Ordinal));
        Assert.DoesNotContain("https:", s_page);
        Assert.DoesNotContain("@import", s_page);
        Assert.DoesNotContain("<script", s_page);
        Assert.Contains("default-src 'none'", s_page);
    }

    [Fact]
    public void Names_are_words()
    {
        CaseResult odd = Sample.Row("<img src=x>", false, Sample.Measured(100));

        string page = HtmlReport.Write(RunPage.Create(Sample.Run() with { Cases = [odd] }));

        Assert.DoesNotContain("<img", page);
        Assert.Contains("&lt;img src=x&gt;", page);
    }

    [Fact]
    public void Each_table_has_its_picture_its_winner_and_the_reasons_of_rows_without_numbers()
    {
        Assert.Contains("<li>Category=Task&lt;T&gt;: Ours is fastest, 0.50 of Task&#39;s time, 112 B</li>", s_page);
        Assert.Contains("<svg", s_page);
        Assert.Contains("<li>failed, Dead: Stack overflow, &quot;quoted&quot;</li>", s_page);
        Assert.Contains("<li>Gone: NU1101. To give it: ", s_page);
    }

    [Fact]
    public void A_warning_stands_at_the_rows_it_is_about()
    {
        RunResults quiet = Sample.Run() with { Kind = RunKind.Full };
        MergedResults both = Sample.Merged(quiet, quiet with { Warnings = ["not quiet"] });

        string[] sections = HtmlReport.Write(RunPage.Create(both)).Split("<section");

        Assert.DoesNotContain("not quiet", sections[1]);
        Assert.Contains("not quiet", sections[2]);
        Assert.NotEqual(sections[1].Split('"')[1], sections[2].Split('"')[1]);
    }

    [Fact]
    public void What_is_the_same_in_a_group_stands_once_above_it() =>
        Assert.Contains("<tr><th scope=\"rowgroup\" colspan=\"6\">Category=Task&lt;T&gt;</th></tr>", s_page);

    [Fact]
    public void The_columns_that_are_looked_for_come_first() =>
        Assert.Equal(
            ["Method", "Ratio", "Allocated"],
            s_page.Split("<th scope=\"col\"").Skip(1).Take(3).Select(cell => cell[(cell.IndexOf('>') + 1)..cell.IndexOf('<')]));
}
