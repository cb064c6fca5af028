namespace AsyncBenchmarks.Reports;

internal static class TerminalReport
{
    /// <summary>What stands around the tables.</summary>
    public static void WriteAround(Terminal terminal, Page page)
    {
        terminal.WriteLine();
        WriteLines(terminal, "", [.. page.Warnings, .. page.Header]);
        WriteList(terminal, Page.NotAvailableTitle, page.NotAvailable);
        WriteList(terminal, "Notes", page.Notes);
    }

    public static void Write(Terminal terminal, ResultTable table)
    {
        terminal.WriteLine();
        terminal.WriteLine(table.Title + ": " + table.Description, "bold");
        terminal.WriteLine();
        TableLayout layout = new(table, text => text, terminal.Width);
        foreach ((string line, ResultRow? row) in layout.Lines())
        {
            terminal.WriteLine(line, row?.Style);
        }

        string leftOut = string.Join(", ", layout.LeftOut);
        string[] notes = leftOut.Length > 0 ? [.. table.Notes, $"Terminal too narrow for {leftOut}: see the files."] : [.. table.Notes];
        if (notes.Length > 0)
        {
            terminal.WriteLine();
            WriteLines(terminal, "  ", notes);
        }

        WriteList(terminal, Page.IssuesTitle, table.Issues);
    }

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
