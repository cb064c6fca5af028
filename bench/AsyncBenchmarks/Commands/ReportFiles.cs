using AsyncBenchmarks.Charts;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Reports.Html;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>Writes what people look at.</summary>
internal static class ReportFiles
{
    /// <summary>The page's name where nobody gives it one.</summary>
    public const string PageName = "page.html";

    /// <summary>Writes results.md, the pictures and the page, and says so; without ECharts all but the charts.</summary>
    /// <param name="terminal">Where it is said.</param>
    /// <param name="results">What they show.</param>
    /// <param name="folder">Where they go.</param>
    /// <param name="page">The page's file.</param>
    /// <param name="isCompact">Whether it is to be short: pictures of the first run's first runtime only.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public static async Task<int> WriteAsync(
        Terminal terminal, MergedResults results, ResultFolder folder, string page, bool isCompact, CancellationToken cancellationToken)
    {
        folder.Write(RunPage.MarkdownFile, MarkdownReport.Write(RunPage.Create(results), isCompact));
        terminal.WriteLine("Written: " + folder.PathOf(RunPage.MarkdownFile));

        ChartLibrary library = await ChartLibrary.FindAsync(
            Path.Combine(Repository.Root, "bench", "AsyncBenchmarks", "Charts"), Path.Combine(Repository.Artifacts, "charts"), "npm",
                cancellationToken);
        try
        {
            await File.WriteAllTextAsync(page, HtmlReport.Write(results, library.Text, library.Missing), cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{page} can't be written: {exception.Message}");
        }

        terminal.WriteLine("Written: " + page);

        string? missing = library.Text is { } text ? WritePictures(terminal, results, folder, text, isCompact) : library.Missing;
        if (missing is not null)
        {
            terminal.WriteLine();
            terminal.WriteLine(library.Text is null ? "The page has tables only, and there are no pictures. " + missing : missing,
                "yellow");
        }

        return ExitCode.Success;
    }

    private static string? WritePictures(Terminal terminal, MergedResults results, ResultFolder folder, string library, bool areFew)
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

        return failure is null ? null : $"{pictures.Length - drawn.Count} pictures could not be drawn: {failure}";
    }
}
