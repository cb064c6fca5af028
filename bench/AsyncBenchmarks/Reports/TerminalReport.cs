namespace AsyncBenchmarks.Reports;

/// <summary>A page as a person reads it in the terminal.</summary>
internal static class TerminalReport
{
    public static void Write(Terminal terminal, Page page)
    {
        terminal.WriteLine();
        WriteLines(terminal, "", [.. page.Warnings, .. page.Header]);
        WriteList(terminal, Page.NotAvailableTitle, page.NotAvailable);
        foreach (ResultTable table in page.Tables)
        {
            Write(terminal, table);
        }

        WriteList(terminal, Page.IssuesTitle, page.Issues);
        WriteList(terminal, "Notes", page.Notes);
        WriteList(terminal, "Fastest of its group by its raced ratio, with its bytes", page.Summary);
    }

    public static void Write(Terminal terminal, ResultTable table)
    {
        terminal.WriteLine();
        terminal.WriteLine(table.Title + ": " + table.Description, "bold");
        terminal.WriteLine();
        TableLayout layout = new(table, text => text, terminal.Width);
        foreach ((string line, ResultRow? row) in layout.Lines())
        {
            terminal.WriteLine(line, row is null ? null : Style(row.Mark));
        }

        string leftOut = string.Join(", ", layout.LeftOut);
        string[] notes = leftOut.Length > 0 ? [.. table.Notes, $"Too narrow for {leftOut}: see the files."] : [.. table.Notes];
        if (notes.Length > 0)
        {
            terminal.WriteLine();
            WriteLines(terminal, "  ", notes);
        }

        WriteList(terminal, Page.IssuesTitle, table.Issues);
    }

    private static string? Style(RowMark mark) => mark switch
    {
        RowMark.Win => "green",
        RowMark.Loss => "red",
        RowMark.Missing => "grey",
        _ => null,
    };

    private static void WriteList(Terminal terminal, string title, IReadOnlyList<string> lines)
    {
        if (lines.Count > 0)
        {
            terminal.WriteLine();
            terminal.WriteLine(title + ":", "bold");
            WriteLines(terminal, "  ", lines);
        }
    }

    private static void WriteLines(Terminal terminal, string indent, IEnumerable<string> lines)
    {
        foreach (string line in lines)
        {
            terminal.WriteLine(indent + line);
        }
    }
}
