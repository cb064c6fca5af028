using System;
using System.Collections.Generic;
using System.Linq;
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
            text.Append($"## {table.Title}\n\n{table.Description}\n\n");
            AppendTable(text, table);
            AppendList(text, table.Notes);
        }

        if (page.Issues.Count > 0)
        {
            text.Append($"## {Page.IssuesTitle}\n\n");
            AppendList(text, page.Issues);
        }

        return text.ToString().TrimEnd('\n') + "\n";
    }

    private static void AppendTable(StringBuilder text, ResultTable table)
    {
        int[] widths =
        [
            .. table.Columns.Select((column, index) => table.Groups
                .SelectMany(group => group)
                .Max(row => Math.Max(3, Math.Max(column.Name.Length, Escape(row[index]).Length)))),
        ];
        AppendRow(text, table, widths, [.. table.Columns.Select(column => column.Name)]);
        text.Append('|');
        foreach ((int index, ResultColumn column) in table.Columns.Index())
        {
            text.Append(' ').Append('-', widths[index] - 1).Append(column.IsNumber ? ':' : '-').Append(" |");
        }

        text.Append('\n');
        foreach ((int index, IReadOnlyList<IReadOnlyList<string>> group) in table.Groups.Index())
        {
            if (index > 0)
            {
                AppendRow(text, table, widths, [.. table.Columns.Select(_ => "")]);
            }

            foreach (IReadOnlyList<string> row in group)
            {
                AppendRow(text, table, widths, row);
            }
        }

        text.Append('\n');
    }

    private static void AppendRow(StringBuilder text, ResultTable table, int[] widths, IReadOnlyList<string> cells)
    {
        text.Append('|');
        foreach ((int index, string cell) in cells.Index())
        {
            string shown = Escape(cell);
            text.Append(' ').Append(table.Columns[index].IsNumber ? shown.PadLeft(widths[index]) : shown.PadRight(widths[index])).Append(" |");
        }

        text.Append('\n');
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
