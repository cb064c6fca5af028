using System.Net;
using System.Text;
using Markdig;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace AsyncBenchmarks.Reports;

/// <summary>A page as one HTML file with its pictures in it, to be sent to somebody.</summary>
internal static class HtmlReport
{
    private static readonly MarkdownPipeline s_pipeline = new MarkdownPipelineBuilder().UsePipeTables().UseAutoIdentifiers().Build();

    /// <param name="markdown">The page as <see cref="MarkdownReport"/> writes it.</param>
    /// <param name="pictures">The text of the SVG files that it shows, by name.</param>
    public static string Write(string title, string markdown, IReadOnlyDictionary<string, string> pictures)
    {
        MarkdownDocument document = Markdown.Parse(markdown, s_pipeline);
        foreach (LinkInline link in document.Descendants<LinkInline>())
        {
            if (link is { IsImage: true, Url: { } file } && pictures.TryGetValue(file, out string? picture))
            {
                link.Url = "data:image/svg+xml;base64," + Convert.ToBase64String(Encoding.UTF8.GetBytes(picture));
            }
        }

        return $$"""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>{{WebUtility.HtmlEncode(title)}}</title>
            <style>
            :root { color-scheme: light dark }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
            table { display: block; overflow-x: auto; border-collapse: collapse; font-variant-numeric: tabular-nums; white-space: nowrap }
            th, td { padding: .15rem .6rem; border-bottom: 1px solid #8884 }
            th { text-align: left }
            th:first-child, td:first-child { position: sticky; left: 0; background: Canvas }
            img { width: min(100%, 40rem) }
            </style>
            </head>
            <body>
            {{document.ToHtml(s_pipeline)}}</body>
            </html>

            """;
    }
}
