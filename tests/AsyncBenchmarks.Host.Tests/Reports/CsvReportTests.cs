using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Host.Tests.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports;

public class CsvReportTests
{
    private static readonly string[] s_lines = CsvReport.Write(Sample.Run()).Split('\n');

    [Fact]
    public void The_header_names_every_column() => Assert.Equal(
        "Type,Method,Library,Runtime,Job,Categories,Category,Outcome,Mean,Error,StdDev,Ratio,RatioLower,RatioUpper,Reference,Verdict,"
        + "Gen0,Gen1,Gen2,Allocated,Survived,Reason",
        s_lines[0]);

    [Fact]
    public void Numbers_are_plain() =>
        Assert.StartsWith("Yield,Ours,Ours,net10.0,Quick,,Task<T>,Measured,100,0.5,1,0.5,0.45,0.55,Task,win,", s_lines[2],
            System.StringComparison.Ordinal);

    [Fact]
    public void What_is_not_there_is_empty() =>
        Assert.Equal("Yield,Gone,Gone,net10.0,Quick,,Task<T>,NotAvailable,,,,,,,,,,,,,,NU1101", s_lines[3]);

    [Fact]
    public void Commas_and_quotes_are_quoted() =>
        Assert.EndsWith("\"Stack overflow, \"\"quoted\"\"\"", s_lines[4], System.StringComparison.Ordinal);

    [Fact]
    public void A_ratio_that_can_not_tell_is_an_equals_sign()
    {
        CaseResult open = Sample.Row("Ours", false, Sample.Measured(100)) with { Ratio = new RatioEstimate(0.98, 0.9, 1.07),
            Reference = "Task" };

        Assert.Contains(",0.98,0.9,1.07,Task,=,", CsvReport.Write(Sample.Run() with { Cases = [open] }));
    }

    [Fact]
    public void A_figure_is_a_column()
    {
        Measurement measured = Sample.Measured(100) with { Figures = [new FigureResult("Held", 2048, FigureResultUnit.Bytes)] };
        string[] lines = CsvReport.Write(Sample.Run() with { Cases = [Sample.Row("Ours", false, measured),
            Sample.Row("Task", true, Sample.Measured(1))] }).Split('\n');

        Assert.EndsWith(",Survived,Held,Reason", lines[0], System.StringComparison.Ordinal);
        Assert.EndsWith(",2048,", lines[1], System.StringComparison.Ordinal);
        Assert.EndsWith(",,", lines[2], System.StringComparison.Ordinal);
    }
}
