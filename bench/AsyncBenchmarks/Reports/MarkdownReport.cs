using System;
using System.Collections.Generic;
using System.Text;

namespace AsyncBenchmarks.Reports;

/// <summary>A page as markdown.</summary>
internal static class MarkdownReport
{
    public static string Write(Page page)
    {
        StringBuilder text = new();
        text.Append($"# {page.Title}\n\n");
        AppendList(text, page.Header);
        foreach (ResultTable table in page.Tables)
        {
            text.Append($"## {table.Title}\n\n{Escape(table.Description)}\n\n");
            foreach ((string line, _) in new TableLayout(table, Escape).Lines())
            {
                text.Append(line).Append('\n');
            }

            text.Append('\n');
            AppendList(text, table.Notes);
            AppendIssues(text, "**" + Page.IssuesTitle + "**", table.Issues);
        }

        AppendIssues(text, "## " + Page.IssuesTitle, page.Issues);
        return text.ToString().TrimEnd('\n') + "\n";
    }

    private static void AppendIssues(StringBuilder text, string title, IReadOnlyList<string> issues)
    {
        if (issues.Count > 0)
        {
            text.Append(title).Append("\n\n");
            AppendList(text, issues);
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
