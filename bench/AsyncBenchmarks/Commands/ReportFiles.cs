using AsyncBenchmarks.Charts;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Reports.Html;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>Writes what people look at.</summary>
internal static class ReportFiles
{
    /// <summary>The page's default file name.</summary>
    public const string PageName = "page.html";

    private const string NoChartsInCompact =
        "This page has pictures of the first run's scenarios only. The command \"report\" with its folder writes one with charts of all.";

    /// <summary>Writes results.md, the pictures and the page, and names them; without ECharts there are no charts.</summary>
    /// <param name="terminal">The terminal.</param>
    /// <param name="results">The results.</param>
    /// <param name="folder">The folder of results.md and the pictures.</param>
    /// <param name="page">The page's file.</param>
    /// <param name="isCompact">
    /// Whether the files are published: pictures of the first run's first runtime only, and a page with these pictures in the place of
    /// ECharts, whose source is not part of this repository.
    /// </param>
    /// <param name="cancellationToken">Stops it.</param>
    public static async Task<int> WriteAsync(
        Terminal terminal, MergedResults results, ResultFolder folder, string page, bool isCompact, CancellationToken cancellationToken)
    {
        folder.Write(RunPage.MarkdownFile, MarkdownReport.Write(RunPage.Create(results), isCompact));
        terminal.WriteLine("Written: " + folder.PathOf(RunPage.MarkdownFile));

        ChartLibrary library = await ChartLibrary.FindAsync(
            Path.Combine(Repository.Root, "bench", "AsyncBenchmarks", "Charts"), Path.Combine(Repository.Artifacts, "charts"), "npm",
                cancellationToken);
        string? missing = library.Missing;
        PagePicture[] pictures = library.Text is { } text ? WritePictures(terminal, results, folder, text, isCompact, out missing) : [];
        try
        {
            await File.WriteAllTextAsync(
                page,
                isCompact ? HtmlReport.Write(results, null, NoChartsInCompact, pictures)
                    : HtmlReport.Write(results, library.Text, library.Missing),
                cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{page} can't be written: {exception.Message}");
        }

        terminal.WriteLine("Written: " + page);
        if (missing is not null)
        {
            terminal.WriteLine();
            terminal.WriteLine(library.Text is null ? "The page has tables only, and there are no pictures. " + missing : missing,
                "yellow");
        }

        return ExitCode.Success;
    }

    private static PagePicture[] WritePictures(
        Terminal terminal, MergedResults results, ResultFolder folder, string library, bool areFew, out string? missing)
    {
        Picture[] pictures = [.. Picture.Create(results, areFew)];
        terminal.ShowStatus($"Drawing {pictures.Length} pictures …");
        IReadOnlyList<string> drawn = ChartEngine.Draw(
            [library, .. Picture.Scripts], Picture.Function, [.. pictures.Select(picture => picture.Data)], out string? failure);
        foreach ((Picture picture, string svg) in pictures.Zip(drawn))
        {
            folder.Write(picture.File, svg + "\n");
            terminal.WriteLine("Written: " + folder.PathOf(picture.File));
        }

        missing = failure is null ? null : $"{pictures.Length - drawn.Count} pictures could not be drawn: {failure}";
        return [.. pictures.Zip(drawn, (picture, svg) => picture.Place with { Svg = svg })];
    }
}
