using System.IO;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Results;

public class ResultFileTests
{
    [Fact]
    public void What_was_written_is_read_back()
    {
        string written = ResultFile.Write(Sample.Run());

        Assert.Equal(written, ResultFile.Write(ResultFile.ReadRun(written)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("[1, 2]")]
    [InlineData("{ \"format\": 1 ")]
    public void Something_else_is_refused_with_a_reason(string text) =>
        Assert.NotEmpty(Assert.Throws<InvalidDataException>(() => ResultFile.ReadRun(text)).Message);

    [Fact]
    public void A_newer_format_is_refused_by_its_number()
    {
        string newer = ResultFile.Write(Sample.Run() with { Format = 99 });

        Assert.Contains("99", Assert.Throws<InvalidDataException>(() => ResultFile.ReadRun(newer)).Message);
    }

    [Theory]
    [InlineData("{ \"format\": \"one\" }")]
    [InlineData("{ \"machines\": null }")]
    [InlineData("{ \"machines\": [ { \"name\": \"a\", \"runs\": null, \"races\": [] } ] }")]
    [InlineData("{ \"races\": 7 }")]
    [InlineData("7")]
    public void Whatever_else_is_refused_with_a_reason(string text) =>
        Assert.NotEmpty(Assert.Throws<InvalidDataException>(() => ResultFile.ReadAny(text)).Message);

    [Theory]
    [InlineData("origin")]
    [InlineData("cases")]
    [InlineData("runtimes")]
    public void A_null_where_none_may_be_is_refused(string property)
    {
        System.Text.Json.Nodes.JsonNode run = System.Text.Json.Nodes.JsonNode.Parse(ResultFile.Write(Sample.Run()))!;
        run[property] = null;

        Assert.Contains(property, Assert.Throws<InvalidDataException>(() => ResultFile.ReadAny(run.ToJsonString())).Message,
            System.StringComparison.OrdinalIgnoreCase);
    }
}
