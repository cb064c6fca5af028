using System.IO.Compression;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>Results as one page that needs nothing but itself.</summary>
internal static partial class HtmlReport
{
    private static readonly JsonSerializerOptions s_options = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <param name="results">The results.</param>
    /// <param name="chartLibrary">ECharts' text; null for a page without it.</param>
    /// <param name="noCharts">The sentence that stands in the place of charts on a page without ECharts.</param>
    /// <param name="pictures">Pictures that a page without ECharts shows in the place of charts.</param>
    public static string Write(MergedResults results, string? chartLibrary, string? noCharts, params IReadOnlyList<PagePicture> pictures)
    {
        Dictionary<string, string> parts = new()
        {
            ["title"] = WebUtility.HtmlEncode(RunPage.Title),
            ["style"] = Read("page.css"),
            ["data"] = Pack(JsonSerializer.Serialize(Data(results, chartLibrary is null ? noCharts : null, pictures), s_options)),
            ["library"] = Pack(chartLibrary ?? ""),
            ["charts"] = Read("charts.js"),
            ["script"] = Read("page.js"),
        };
        return Hole().Replace(Read("page.html"), hole => parts[hole.Groups[1].Value]);
    }

    /// <summary>A text as the page's script unpacks it: a third as long, and nothing in it can end the script.</summary>
    private static string Pack(string text)
    {
        using MemoryStream packed = new();
        using (GZipStream gzip = new(packed, CompressionLevel.SmallestSize))
        {
            gzip.Write(Encoding.UTF8.GetBytes(text));
        }

        return Convert.ToBase64String(packed.ToArray());
    }

    private static PageData Data(MergedResults results, string? noCharts, IReadOnlyList<PagePicture> pictures)
    {
        RunResults[] runs = [.. results.Machines.SelectMany(machine => machine.Runs)];
        HashSet<string> shown = [.. runs.SelectMany(run => run.Cases).Select(row => row.Scenario)];
        return new PageData(
            [.. results.Machines.Select(machine =>
                new PageMachine(machine.Name, [.. machine.Runs.SelectMany(RunPage.Warnings).Distinct()], Origins(machine)))],
            [
                .. runs
                    .SelectMany(run => run.Scenarios)
                    .Where(scenario => shown.Contains(scenario.Name))
                    .DistinctBy(scenario => scenario.Name)
                    .Select(scenario => new PageScenario(scenario.Name, scenario.Description, Notes(results, scenario.Name))),
            ],
            [.. runs.SelectMany(run => run.Runtimes).DistinctBy(runtime => runtime.Id).Select(runtime =>
                new PageRuntime(runtime.Id, runtime.Name))],
            [.. PageRows.Create(results)],
            noCharts,
            pictures);
    }

    private static string[] Notes(MergedResults results, string scenario) =>
    [
        .. results.Machines.SelectMany(machine => machine.Runs.SelectMany(run =>
        {
            CaseResult[] rows = [.. run.Cases.Where(row => row.Scenario == scenario)];
            return rows.Length == 0
                ? []
                : run.Scenarios.First(info => info.Name == scenario).Notes
                    .Concat(new[] { new RaceRatios(run, machine.Races).Note(rows) }.OfType<string>())
                    .Concat(ResultTables.Notes(run, rows));
        })).Distinct(),
    ];

    private static IReadOnlyList<IReadOnlyList<string[]>> Origins(MachineResults machine) =>
    [
        .. machine.Runs.Select(run => Pairs(RunPage.Origin(run.Origin, run.Runtimes))),
        .. machine.Races.Select(race => (IReadOnlyList<string[]>)
        [
            ["Raced", $"{race.Launches} launches of {race.Rounds} rounds"],
            .. Pairs(RunPage.Origin(race.Origin, [race.Runtime])),
        ]),
    ];

    private static IReadOnlyList<string[]> Pairs(IEnumerable<string> lines) => [.. lines.Select(line => line.Split(": ", 2))];

    [GeneratedRegex(@"\{\{(\w+)\}\}")]
    private static partial Regex Hole();

    /// <summary>One of the page's own parts, which are files beside this one and are compiled in.</summary>
    public static string Read(string file)
    {
        using Stream stream = typeof(HtmlReport).Assembly.GetManifestResourceStream(file)
            ?? throw new FileNotFoundException($"{file} was not compiled in.");
        using StreamReader reader = new(stream);
        return reader.ReadToEnd().TrimEnd('\n');
    }
}
