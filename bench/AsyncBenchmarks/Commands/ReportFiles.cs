using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>Writes what people look at.</summary>
internal static class ReportFiles
{
    /// <summary>Writes the tables as markdown, the pictures, and the page, and names that.</summary>
    /// <param name="terminal">The terminal.</param>
    /// <param name="page">What the files show.</param>
    /// <param name="folder">The folder of the tables and the pictures.</param>
    /// <param name="file">The page's file; null for the usual one in the folder.</param>
    /// <param name="isCompact">
    /// Whether the files are published: short tables, and no pictures but those of the scenarios of a quick run. The page has all.
    /// </param>
    public static void Write(Terminal terminal, Page page, ResultFolder folder, string? file = null, bool isCompact = false)
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

        string path = file ?? folder.PathOf(HtmlReport.File);
        try
        {
            File.WriteAllText(path, HtmlReport.Write(page));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path} can't be written: {exception.Message}");
        }

        terminal.WriteLine("Page: " + path);
    }
}
