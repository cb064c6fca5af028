using System.Text;

namespace AsyncBenchmarks.Reports;

internal static class MarkdownReport
{
    public static string Write(Page page)
    {
        StringBuilder text = new();
        text.Append($"# {page.Title}\n\n");
        AppendList(text, [.. page.Warnings, .. page.Header]);
        AppendSection(text, "**" + Page.NotAvailableTitle + "**", page.NotAvailable);
        foreach (ResultTable table in page.Tables)
        {
            text.Append($"## {table.Title}\n\n{Escape(table.Description)}\n\n");
            foreach ((string line, _) in new TableLayout(table, Escape, isAligned: false).Lines())
            {
                text.Append(line).Append('\n');
            }

            text.Append('\n');
            foreach (Chart chart in table.Charts.Where(chart => chart.HasRatios))
            {
                text.Append($"![{Escape(chart.Title)}]({chart.File})\n\n");
            }

            AppendList(text, table.Notes);
            AppendSection(text, "**" + Page.IssuesTitle + "**", table.Issues);
        }

        AppendSection(text, "## Notes", page.Notes);
        return text.ToString().TrimEnd('\n') + "\n";
    }

    private static void AppendSection(StringBuilder text, string title, IReadOnlyList<string> lines)
    {
        if (lines.Count > 0)
        {
            text.Append(title).Append("\n\n");
            AppendList(text, lines);
        }
    }

    private static void AppendList(StringBuilder text, IReadOnlyList<string> lines)
    {
        foreach (string line in lines)
        {
            text.Append("- ").Append(Escape(line)).Append('\n');
        }

        text.Append(lines.Count > 0 ? "\n" : "");
    }

    private static string Escape(string words) =>
        words.Replace("|", "\\|", StringComparison.Ordinal)
            .Replace("<", "\\<", StringComparison.Ordinal)
            .Replace("*", "\\*", StringComparison.Ordinal)
            .ReplaceLineEndings(" ");
}
