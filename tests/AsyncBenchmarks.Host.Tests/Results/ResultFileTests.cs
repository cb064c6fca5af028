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
}
