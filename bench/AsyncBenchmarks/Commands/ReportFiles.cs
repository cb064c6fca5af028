using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>Writes what people look at.</summary>
internal static class ReportFiles
{
    /// <summary>Writes the tables as markdown, the pictures, and the page, and names that.</summary>
    /// <param name="terminal">The terminal.</param>
    /// <param name="page">What the files show.</param>
    /// <param name="folder">The folder of the files.</param>
    /// <param name="isCompact">
    /// Whether the files are published: short tables, and no pictures but those of the scenarios of a quick run. The page has all.
    /// </param>
    public static void Write(Terminal terminal, Page page, ResultFolder folder, bool isCompact = false)
    {
        folder.Write(RunPage.MarkdownFile, MarkdownReport.Write(page, isCompact));
        HashSet<string> published = [.. Catalog.Scenarios.Where(scenario => scenario.IsQuick).Select(scenario => scenario.Name + ".svg")];
        foreach (Chart chart in page.Tables.SelectMany(table => table.Charts).Where(chart => !isCompact || published.Contains(chart.File)))
        {
            if (RatioChart.Draw(chart) is { } picture)
            {
                folder.Write(chart.File, picture + "\n");
            }
        }

        folder.Write(HtmlReport.File, HtmlReport.Write(page));
        terminal.WriteLine("Page: " + folder.PathOf(HtmlReport.File));
    }
}
