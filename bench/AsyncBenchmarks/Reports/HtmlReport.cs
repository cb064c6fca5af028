using System.Net;
using System.Text;
using System.Text.RegularExpressions;

namespace AsyncBenchmarks.Reports;

/// <summary>A page as HTML that needs nothing but itself: no script, no network.</summary>
internal static partial class HtmlReport
{
    /// <summary>Its file.</summary>
    public const string File = "page.html";

    // On a page columns that are at least so dispensable are left out; the other files have them.
    private const int LeftOut = 3;

    public static string Write(Page page)
    {
        StringBuilder text = new($"""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <link rel="icon" href="data:,">
            <title>{Encode(page.Title)}</title>
            <style>
            {Style()}
            </style>
            </head>
            <body>
            <header>
            <h1>{Encode(page.Title)}</h1>
            """);
        AppendList(text, "warnings", page.Warnings);
        (ResultTable Table, string Id)[] tables = [.. page.Tables.Index().Select(table => (table.Item, Id(page.Tables, table.Index)))];
        text.Append("<nav aria-label=\"Tables\">").AppendJoin(
            ' ', tables.Select(each => $"<a href=\"#{each.Id}\">{Encode(each.Table.Title)}</a>")).Append("</nav>\n</header>\n<main>\n");
        foreach ((ResultTable table, string id) in tables)
        {
            Append(text, table, id);
        }

        AppendSection(text, Page.IssuesTitle, page.Issues);
        AppendSection(text, Page.NotAvailableTitle, page.NotAvailable);
        AppendSection(text, "Notes", page.Notes);
        text.Append("</main>\n<footer>\n<h2>Where the numbers come from</h2>\n<dl>\n");
        foreach (string[] pair in page.Header.Select(line => line.Split(": ", 2)))
        {
            text.Append($"<dt>{Encode(pair[0])}</dt><dd>{Encode(pair.Length > 1 ? pair[1] : "")}</dd>\n");
        }

        return text.Append("</dl>\n</footer>\n</body>\n</html>\n").ToString();
    }

    private static void Append(StringBuilder text, ResultTable table, string id)
    {
        text.Append($"<section id=\"{id}\">\n<h2>{Encode(table.Title)}</h2>\n<p class=\"muted\">{Encode(table.Description)}</p>\n");
        AppendList(text, "warnings", table.Warnings);
        AppendList(text, "summary", table.Summary);
        foreach (Chart chart in table.Charts)
        {
            string? picture = RatioChart.Draw(chart);
            bool hasTitle = picture is not null && table.Charts.Count > 1;
            text.Append(hasTitle ? $"<h3>{Encode(chart.Title)}</h3>\n" : "").Append(picture).Append('\n');
        }

        int[] wanted = [.. Enumerable.Range(0, table.Columns.Count).Where(column => table.Columns[column].Dispensability < LeftOut)];
        int[] shown = [.. wanted.Where(column => !table.Columns[column].IsOfGroup)];
        text.Append($"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{Encode(table.Title)}\">\n<table>\n<thead><tr>");
        foreach (int column in shown)
        {
            text.Append($"<th scope=\"col\"{Class(table.Columns[column])}>{Encode(table.Columns[column].Name)}</th>");
        }

        text.Append("</tr></thead>\n");
        foreach (IReadOnlyList<ResultRow> group in table.Groups)
        {
            string title = string.Join(
                ", ", wanted.Except(shown).Select(column => table.Columns[column].Name + "=" + group[0].Cells[column]));
            text.Append("<tbody>\n")
                .Append(title.Length > 0 ? $"<tr><th scope=\"rowgroup\" colspan=\"{shown.Length}\">{Encode(title)}</th></tr>\n" : "");
            foreach (ResultRow row in group)
            {
                string kind = row.IsOurs ? "ours" : row.Mark == RowMark.Missing ? "missing" : "";
                text.Append(kind.Length > 0 ? $"<tr class=\"{kind}\">" : "<tr>");
                foreach (int column in shown)
                {
                    string cell = Encode(row.Cells[column]);
                    text.Append(column == 0 ? $"<th scope=\"row\">{cell}</th>" : $"<td{Class(table.Columns[column])}>{cell}</td>");
                }

                text.Append("</tr>\n");
            }

            text.Append("</tbody>\n");
        }

        text.Append("</table>\n</div>\n");
        AppendList(text, "notes", [.. table.Notes, .. table.Issues]);
        text.Append("</section>\n");
    }

    private static void AppendSection(StringBuilder text, string title, IReadOnlyList<string> lines)
    {
        text.Append(lines.Count > 0 ? $"<h2>{Encode(title)}</h2>\n" : "");
        AppendList(text, "notes", lines);
    }

    private static void AppendList(StringBuilder text, string kind, IReadOnlyList<string> lines)
    {
        if (lines.Count > 0)
        {
            text.Append($"<ul class=\"{kind}\">").AppendJoin("", lines.Select(line => $"<li>{Encode(line)}</li>")).Append("</ul>\n");
        }
    }

    // Tables of one title are numbered.
    private static string Id(IReadOnlyList<ResultTable> tables, int index)
    {
        string id = NoWord().Replace(tables[index].Title, "-");
        int before = tables.Take(index).Count(table => table.Title == tables[index].Title);
        return before == 0 ? id : $"{id}-{before + 1}";
    }

    private static string Class(ResultColumn column) => column.IsNumber ? " class=\"number\"" : "";

    private static string Encode(string words) => WebUtility.HtmlEncode(words);

    private static string Style()
    {
        using Stream stream = typeof(HtmlReport).Assembly.GetManifestResourceStream("page.css")!;
        using StreamReader reader = new(stream);
        return reader.ReadToEnd().TrimEnd('\n');
    }

    [GeneratedRegex("[^A-Za-z0-9]+")]
    private static partial Regex NoWord();
}
