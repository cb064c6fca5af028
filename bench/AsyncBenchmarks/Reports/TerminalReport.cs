using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;
using Spectre.Console;

namespace AsyncBenchmarks.Reports;

/// <summary>Results as a person reads them in the terminal.</summary>
internal static class TerminalReport
{
    public static void Write(Terminal terminal, RunResults results)
    {
        terminal.WriteLine();
        WriteLines(terminal, "", RunHeader.Lines(results));
        foreach (ResultTable table in ResultTables.Create(results))
        {
            terminal.WriteLine();
            terminal.WriteLine(table.Title + ": " + table.Description);
            terminal.Out.Write(Draw(table));
            WriteLines(terminal, "  ", table.Notes);
        }

        IReadOnlyList<string> issues = Issues.Lines(results);
        if (issues.Count > 0)
        {
            terminal.WriteLine();
            terminal.WriteLine(Issues.Title + ":");
            WriteLines(terminal, "  ", issues);
        }
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
