using System.IO;
using System.Linq;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Results;

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
            CaseResult reference = run.Cases.Single(each => each.IsReference && each.Title == row.Title && each.Runtime == row.Runtime);
            double ratio = row.Measurement!.Median!.Value / reference.Measurement!.Median!.Value;
            Assert.InRange(ratio, row.Ratio!.Lower!.Value * (1 - Rounding), row.Ratio.Upper!.Value * (1 + Rounding));
        });
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void A_row_with_a_wide_interval_was_measured_in_the_most_launches(string file)
    {
        RunResults run = Read(file);

        Assert.All(
            run.Cases.Where(row => row is { IsReference: false, Ratio.IsWide: true, Measurement.Median: not null }),
            row => Assert.True(row.Measurement!.Launches >= run.Race!.MostLaunches, row.Case));
    }

    private static RunResults Read(string file) => ResultFile.Read(File.ReadAllText(Path.Combine(Repository.Root, file)));
}
