using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using System.Xml.Linq;
using AsyncBenchmarks.Charts;
using AsyncBenchmarks.Reports.Html;
using Xunit;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>The static pictures, as ECharts draws them without a browser.</summary>
public class PictureTests
{
    private const string Dark = "@media(prefers-color-scheme:dark)";

    // Drawn once: it takes a quarter of a minute.
    private static readonly Lazy<Task<(Picture Picture, XElement Svg)[]>> s_pictures = new(DrawAsync);

    [ChartFact]
    public async Task Each_scenario_and_machine_with_numbers_has_a_picture_with_every_row()
    {
        (Picture Picture, XElement Svg)[] pictures = await s_pictures.Value;

        Assert.Equal(
            ["AsyncAwait-1.svg", "ContinueWith-1.svg", "Yield-1.svg", "Deep-1.svg", "AsyncAwait-2.svg", "ContinueWith-2.svg",
                "Yield-2.svg"],
            pictures.Select(picture => picture.Picture.File));
        string[] words = Words(pictures[0].Svg);
        foreach (string word in new[] { "AsyncAwait", "PooledAwait", "RSG.Promise", "NA", "509 ns", "1,952 B", "100 ns", "Pending = True" })
        {
            Assert.Contains(words, text => text.Contains(word, StringComparison.Ordinal));
        }

        Assert.Contains(words, text => text.Contains("commit f5b7ade1b627", StringComparison.Ordinal));
    }

    [ChartFact]
    public async Task Pictures_are_pictures_only_and_know_light_and_dark()
    {
        foreach ((_, XElement svg) in await s_pictures.Value)
        {
            Assert.DoesNotContain(svg.Descendants(), element => element.Name.LocalName is "script" or "image" or "foreignObject");
            string style = svg.Elements().First(element => element.Name.LocalName == "style").Value;
            Assert.StartsWith(Dark, style, StringComparison.Ordinal);

            // Every color that is painted has its dark one.
            IEnumerable<string> painted = svg.Descendants()
                .SelectMany(Painted)
                .Where(color => color is not (null or "none" or "transparent"))
                .Distinct()!;
            Assert.All(painted, color => Assert.Contains($"[fill=\"{color}\"]", style));
        }
    }

    private static IEnumerable<string?> Painted(XElement element)
    {
        yield return (string?)element.Attribute("fill-opacity") == "0" ? null : (string?)element.Attribute("fill");
        yield return (string?)element.Attribute("stroke-width") == "0" ? null : (string?)element.Attribute("stroke");
    }

    private static async Task<(Picture Picture, XElement Svg)[]> DrawAsync()
    {
        ChartLibrary library = await ChartLibrary.FindAsync(
            Path.Combine(Repository.Root, "bench", "AsyncBenchmarks", "Charts"), Path.Combine(Repository.Artifacts, "charts"), "npm",
                CancellationToken.None);
        Assert.True(library.Text is not null, library.Missing);
        Picture[] pictures = [.. Picture.Create(PageResults.Create())];
        IReadOnlyList<string> drawn = ChartEngine.Draw(
            [library.Text!, .. Picture.Scripts], Picture.Function, [.. pictures.Select(picture => picture.Data)], out string? failure);
        Assert.Null(failure);
        return [.. pictures.Zip(drawn, (picture, svg) => (picture, XElement.Parse(svg)))];
    }

    private static string[] Words(XElement svg) =>
        [.. svg.Descendants().Where(element => element.Name.LocalName == "text").Select(element => element.Value)];
}
