using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>Results as one page that needs nothing but itself.</summary>
internal static partial class HtmlReport
{
    private const string Title = "C# async libraries compared";

    // The default encoder: no data can end the script that carries them.
    private static readonly JsonSerializerOptions s_options = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <param name="results">What to show.</param>
    /// <param name="chartLibrary">ECharts' text; null when it could not be had.</param>
    /// <param name="noCharts">Why, for readers of the page.</param>
    public static string Write(MergedResults results, string? chartLibrary, string? noCharts)
    {
        Dictionary<string, string> parts = new()
        {
            ["title"] = WebUtility.HtmlEncode(Title),
            ["style"] = Resource.Read("page.css"),
            ["data"] = JsonSerializer.Serialize(Data(results, chartLibrary is null ? noCharts : null), s_options),
            ["library"] = (chartLibrary ?? "").Replace("</script", "<\\/script", System.StringComparison.OrdinalIgnoreCase),
            ["charts"] = Resource.Read("charts.js"),
            ["script"] = Resource.Read("page.js"),
        };
        return Hole().Replace(Resource.Read("page.html"), hole => parts[hole.Groups[1].Value]);
    }

    private static PageData Data(MergedResults results, string? noCharts)
    {
        RunResults[] runs = [.. results.Machines.SelectMany(machine => machine.Runs)];
        HashSet<string> shown = [.. runs.SelectMany(run => run.Cases).Select(row => row.Scenario)];
        return new PageData(
            [.. results.Machines.Select(machine => new PageMachine(machine.Name, [.. machine.Runs.SelectMany(RunPage.Warnings).Distinct()], Origins(machine)))],
            [
                .. runs
                    .SelectMany(run => run.Scenarios)
                    .Where(scenario => shown.Contains(scenario.Name))
                    .DistinctBy(scenario => scenario.Name)
                    .Select(scenario => new PageScenario(scenario.Name, scenario.Description, Notes(runs, scenario.Name))),
            ],
            [.. runs.SelectMany(run => run.Runtimes).DistinctBy(runtime => runtime.Id).Select(runtime => new PageRuntime(runtime.Id, runtime.Name))],
            [.. PageRows.Create(results)],
            noCharts);
    }

    private static string[] Notes(RunResults[] runs, string scenario) =>
    [
        .. runs
            .SelectMany(run => ResultTables.Create(run with { Cases = [.. run.Cases.Where(row => row.Scenario == scenario)] }))
            .SelectMany(table => table.Notes)
            .Where(note => !note.StartsWith("Ratio: ~", System.StringComparison.Ordinal))
            .Distinct(),
    ];

    private static IReadOnlyList<IReadOnlyList<string[]>> Origins(MachineResults machine) =>
    [
        .. machine.Runs.Select(run => Pairs(OriginLines.Create(run.Origin, run.Runtimes))),
        .. machine.Races.Select(race => (IReadOnlyList<string[]>)
        [
            ["Raced", $"{race.Launches} launches of {race.Rounds} rounds"],
            .. Pairs(OriginLines.Create(race.Origin, [race.Runtime])),
        ]),
    ];

    private static IReadOnlyList<string[]> Pairs(IEnumerable<string> lines) => [.. lines.Select(line => line.Split(": ", 2))];

    [GeneratedRegex(@"\{\{(\w+)\}\}")]
    private static partial Regex Hole();
}
