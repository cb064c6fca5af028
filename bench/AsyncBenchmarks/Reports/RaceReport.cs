using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Statistics;
using Spectre.Console;

namespace AsyncBenchmarks.Reports;

/// <summary>A race's table in the terminal.</summary>
internal static class RaceReport
{
    public static void Write(Terminal terminal, RaceGroup group, RaceOutcome outcome, RaceOptions options)
    {
        terminal.WriteLine();
        terminal.WriteLine(
            $"{group.Title}: {outcome.Runtime}, {options.Launches} launches of {options.Rounds} rounds"
            + (outcome.Interrupted ? ", interrupted" : ""));
        Table table = new() { Border = TableBorder.Markdown };
        table.AddColumn("Method");
        foreach (string header in new[] { "Median", "Allocated", "Ratio", "99.9 % interval", "Verdict" })
        {
            table.AddColumn(new TableColumn(header) { NoWrap = true }.RightAligned());
        }

        foreach (RaceLog log in outcome.Logs)
        {
            table.AddRow([.. Cells(log, outcome.Reference).Select(Markup.Escape)]);
        }

        terminal.Out.Write(table);
        foreach ((string row, string reason) in group.NotAvailable)
        {
            terminal.WriteLine($"  {row}: NA, {reason}");
        }

        foreach (RaceLog log in outcome.Logs.Where(log => log.Failure is not null))
        {
            terminal.WriteLine($"  {log.Competitor.Name}: NA, {log.Failure}");
        }
    }

    private static IEnumerable<string> Cells(RaceLog log, RaceLog reference)
    {
        SliceResult[] slices = [.. log.Launches.SelectMany(launch => launch)];
        if (log.Failure is not null || slices.Length == 0)
        {
            return [log.Competitor.Name, "NA", "NA", "NA", "NA", "NA"];
        }

        string time = Format.Nanoseconds(Median.Of(slices.Select(slice => slice.NanosecondsPerOperation)));
        string bytes = Format.Bytes(Median.Of(slices.Select(slice => slice.BytesPerOperation ?? double.NaN)));
        if (log == reference || RatioEstimator.Estimate(RatioEstimator.Ratios(log, reference)) is not { } ratio)
        {
            return [log.Competitor.Name, time, bytes, log == reference ? "1.000" : Format.None, Format.None, Format.None];
        }

        return
        [
            log.Competitor.Name,
            time,
            bytes,
            Format.Ratio(ratio.Median),
            double.IsInfinity(ratio.Upper) ? Format.None : $"{Format.Ratio(ratio.Lower)} .. {Format.Ratio(ratio.Upper)}",
            ratio.Verdict switch { Verdict.Win => "win", Verdict.Loss => "loss", _ => "can't tell" },
        ];
    }
}
