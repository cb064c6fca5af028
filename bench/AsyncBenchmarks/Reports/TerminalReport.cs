using System.Collections.Generic;
using System.Linq;
using Spectre.Console;

namespace AsyncBenchmarks.Reports;

/// <summary>A page as a person reads it in the terminal.</summary>
internal static class TerminalReport
{
    public static void Write(Terminal terminal, Page page)
    {
        terminal.WriteLine();
        WriteLines(terminal, "", page.Header);
        foreach (ResultTable table in page.Tables)
        {
            Write(terminal, table);
        }

        if (page.Issues.Count > 0)
        {
            terminal.WriteLine();
            terminal.WriteLine(Page.IssuesTitle + ":");
            WriteLines(terminal, "  ", page.Issues);
        }
    }

    public static void Write(Terminal terminal, ResultTable table)
    {
        terminal.WriteLine();
        terminal.WriteLine(table.Title + ": " + table.Description);
        terminal.Out.Write(Draw(table));
        WriteLines(terminal, "  ", table.Notes);
    }

    private static Table Draw(ResultTable table)
    {
        Table drawn = new() { Border = TableBorder.Markdown };
        foreach (ResultColumn column in table.Columns)
        {
            drawn.AddColumn(new TableColumn(Markup.Escape(column.Name))
            {
                Alignment = column.IsNumber ? Justify.Right : Justify.Left,
                NoWrap = column.IsNumber,
            });
        }

        foreach ((int index, IReadOnlyList<IReadOnlyList<string>> group) in table.Groups.Index())
        {
            if (index > 0)
            {
                drawn.AddEmptyRow();
            }

            foreach (IReadOnlyList<string> row in group)
            {
                drawn.AddRow([.. row.Select(Markup.Escape)]);
            }
        }

        return drawn;
    }

    private static void WriteLines(Terminal terminal, string indent, IReadOnlyList<string> lines)
    {
        foreach (string line in lines)
        {
            terminal.WriteLine(indent + line);
        }
    }
}
