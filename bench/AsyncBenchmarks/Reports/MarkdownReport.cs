using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>Results as a markdown page.</summary>
internal static class MarkdownReport
{
    public static string Write(RunResults results)
    {
        StringBuilder page = new();
        page.Append("# C# async libraries compared\n\n");
        AppendList(page, RunHeader.Lines(results));
        foreach (ResultTable table in ResultTables.Create(results))
        {
            page.Append($"## {table.Title}\n\n{table.Description}\n\n");
            AppendTable(page, table);
            AppendList(page, table.Notes);
        }

        IReadOnlyList<string> issues = Issues.Lines(results);
        if (issues.Count > 0)
        {
            page.Append($"## {Issues.Title}\n\n");
            AppendList(page, issues);
        }

        return page.ToString().TrimEnd('\n') + "\n";
    }

    private static void AppendTable(StringBuilder page, ResultTable table)
    {
        int[] widths =
        [
            .. table.Columns.Select((column, index) => table.Groups
                .SelectMany(group => group)
                .Max(row => Math.Max(3, Math.Max(column.Name.Length, Escape(row[index]).Length)))),
        ];
        AppendRow(page, table, widths, [.. table.Columns.Select(column => column.Name)]);
        page.Append('|');
        foreach ((int index, ResultColumn column) in table.Columns.Index())
        {
            page.Append(' ').Append('-', widths[index] - 1).Append(column.IsNumber ? ':' : '-').Append(" |");
        }

        page.Append('\n');
        foreach ((int index, IReadOnlyList<IReadOnlyList<string>> group) in table.Groups.Index())
        {
            if (index > 0)
            {
                AppendRow(page, table, widths, [.. table.Columns.Select(_ => "")]);
            }

            foreach (IReadOnlyList<string> row in group)
            {
                AppendRow(page, table, widths, row);
            }
        }

        page.Append('\n');
    }

    private static void AppendRow(StringBuilder page, ResultTable table, int[] widths, IReadOnlyList<string> cells)
    {
        page.Append('|');
        foreach ((int index, string cell) in cells.Index())
        {
            string text = Escape(cell);
            page.Append(' ').Append(table.Columns[index].IsNumber ? text.PadLeft(widths[index]) : text.PadRight(widths[index])).Append(" |");
        }

        page.Append('\n');
    }

    private static void AppendList(StringBuilder page, IReadOnlyList<string> lines)
    {
        foreach (string line in lines)
        {
            page.Append("- ").Append(Escape(line)).Append('\n');
        }

        page.Append(lines.Count > 0 ? "\n" : "");
    }

    private static string Escape(string text) =>
        text.Replace("|", "\\|", StringComparison.Ordinal)
            .Replace("<", "\\<", StringComparison.Ordinal)
            .Replace("*", "\\*", StringComparison.Ordinal)
            .ReplaceLineEndings(" ");
}
