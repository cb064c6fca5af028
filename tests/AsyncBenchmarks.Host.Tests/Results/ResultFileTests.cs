using System;
using System.IO;
using System.Text.Json.Nodes;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Results;

public class ResultFileTests
{
    [Fact]
    public void What_was_written_is_read_back()
    {
        string written = ResultFile.Write(Sample.Run());

        Assert.Equal(written, ResultFile.Write(ResultFile.Read(written)));
    }

    [Fact]
    public void A_published_file_is_short_and_has_the_rows_that_were_measured()
    {
        string written = ResultFile.WriteCompact(Sample.Run());

        RunResults read = ResultFile.Read(written);
        Assert.DoesNotContain("Gone/", written);
        Assert.DoesNotContain("\n", written);
        Assert.Equal(["Task", "Ours", "Dead"], Array.ConvertAll([.. read.Cases], row => row.Row));
        Assert.Equal((100, 0.5), (read.Cases[1].Measurement!.Median, read.Cases[1].Ratio!.Median));
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("[1, 2]")]
    [InlineData("7")]
    [InlineData("{ \"format\": 1 ")]
    [InlineData("{ \"format\": \"one\" }")]
    public void Something_else_is_refused_with_a_reason(string text) =>
        Assert.NotEmpty(Assert.Throws<InvalidDataException>(() => ResultFile.Read(text)).Message);

    [Fact]
    public void A_newer_format_is_refused_by_its_number()
    {
        string newer = ResultFile.Write(Sample.Run() with { Format = 99 });

        Assert.Contains("99", Assert.Throws<InvalidDataException>(() => ResultFile.Read(newer)).Message);
    }

    [Theory]
    [InlineData("origin")]
    [InlineData("cases")]
    [InlineData("runtimes")]
    public void A_null_where_none_may_be_is_refused(string property)
    {
        JsonNode run = JsonNode.Parse(ResultFile.Write(Sample.Run()))!;
        run[property] = null;

        Assert.Contains(
            property,
            Assert.Throws<InvalidDataException>(() => ResultFile.Read(run.ToJsonString())).Message,
            StringComparison.OrdinalIgnoreCase);
    }
}
