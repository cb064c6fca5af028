using System.Text.Json.Nodes;

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

    [Fact]
    public void An_interval_is_wide_in_the_published_file_where_the_race_found_it_wide()
    {
        // About where wide begins.
        for (int i = 0; i < 1000; i++)
        {
            CaseResult row = Sample.Raced("Ours", 0.3 + (i * 0.0037), 0.104 + (i * 2e-6));
            RunResults read = ResultFile.Read(ResultFile.WriteCompact(Sample.Run() with { Cases = [row] }));

            Assert.Equal(row.Ratio!.IsWide, read.Cases[0].Ratio!.IsWide);
        }
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

/// <summary>Each published file.</summary>
public class PublishedTests
{
    // The files have four digits of each number.
    private const double Rounding = 2e-3;

    public static TheoryData<string> Files =>
    [
        .. Directory.GetFiles(Path.Combine(Repository.Root, "results"), ResultFile.Name, SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Repository.Root, file)),
    ];

    [Theory]
    [MemberData(nameof(Files))]
    public void Times_of_a_row_and_its_reference_have_a_ratio_within_the_rows_interval(string file)
    {
        RunResults run = Read(file);
        CaseResult[] rows = [.. run.Cases.Where(row => row is { IsReference: false, Measurement.Median: not null, Ratio.Lower: not null })];

        // Results of an older format were converted without the times, which came from other processes than the ratios.
        Assert.True(rows.Length > 0 || run.Race is null);
        Assert.All(rows, row =>
        {
            double ratio = Times(run, row);
            Assert.InRange(ratio, row.Ratio!.Lower!.Value * (1 - Rounding), row.Ratio.Upper!.Value * (1 + Rounding));
        });
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void A_row_with_a_wide_interval_was_measured_in_the_most_launches(string file)
    {
        RunResults run = Read(file);
        string tables = File.ReadAllText(Path.Combine(Repository.Root, Path.GetDirectoryName(file)!, RunPage.MarkdownFile));
        string note = $"- Wider than 10 % after {run.Race?.MostLaunches} launches: ";
        string[] wide = [.. tables.Split('\n').Where(line => line.StartsWith(note, StringComparison.Ordinal))];

        Assert.All(
            run.Cases.Where(row => row is { IsReference: false, Ratio.IsWide: true, Measurement.Median: not null }),
            row =>
            {
                Assert.Equal((row.Case, run.Race!.MostLaunches), (row.Case, row.Measurement!.Launches));
                string cell = ResultTables.Cell(run, row) is { Length: > 0 } known ? known + ": " : "";
                Assert.Contains(
                    wide.SelectMany(line => line[note.Length..].TrimEnd('.').Split("; ")),
                    names => names.StartsWith(cell, StringComparison.Ordinal) && names[cell.Length..].Split(", ").Contains(row.Row));
            });
    }

    private static double Times(RunResults run, CaseResult row) => row.Measurement!.Median!.Value
        / run.Cases.Single(each => each.IsReference && each.Title == row.Title && each.Runtime == row.Runtime).Measurement!.Median!.Value;

    private static RunResults Read(string file) => ResultFile.Read(File.ReadAllText(Path.Combine(Repository.Root, file)));
}
