using System.Text;

namespace AsyncBenchmarks.Reports;

/// <summary>A page as markdown.</summary>
internal static class MarkdownReport
{
    /// <param name="page">The page.</param>
    /// <param name="isCompact">Whether tables need not line up as text.</param>
    public static string Write(Page page, bool isCompact = false)
    {
        StringBuilder text = new();
        text.Append($"# {page.Title}\n\n");
        AppendList(text, [.. page.Warnings, .. page.Header]);
        AppendSection(text, "**" + Page.NotAvailableTitle + "**", page.NotAvailable);
        foreach (ResultTable table in page.Tables)
        {
            text.Append($"## {table.Title}\n\n{Escape(table.Description)}\n\n");
            AppendList(text, [.. table.Warnings, .. table.Summary]);
            foreach ((string line, _) in new TableLayout(table, Escape, isAligned: !isCompact).Lines())
            {
                text.Append(line).Append('\n');
            }

            text.Append('\n');
            AppendList(text, table.Notes);
            AppendSection(text, "**" + Page.IssuesTitle + "**", table.Issues);
        }

        AppendSection(text, "## Notes", page.Notes);
        AppendSection(text, "## " + Page.IssuesTitle, page.Issues);
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
