using System.Globalization;
using System.Text.Json;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>One picture to draw: a scenario on a runtime of a machine.</summary>
/// <param name="Place">The scenario, the runtime and the machine; the SVG is still empty.</param>
/// <param name="File">The file's name.</param>
/// <param name="Data">The drawing script's argument.</param>
internal sealed record Picture(PagePicture Place, string File, string Data)
{
    /// <summary>The scripts that draw it, in the order in which they are loaded.</summary>
    public static IReadOnlyList<string> Scripts => [HtmlReport.Read("charts.js"), HtmlReport.Read("picture.js")];

    /// <summary>The function of theirs that takes the data and returns the SVG.</summary>
    public const string Function = "drawPicture";

    private static readonly JsonSerializerOptions s_options = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <summary>The pictures of everything that has numbers.</summary>
    public static IEnumerable<Picture> Create(MergedResults results, bool ofFirstOnly = false)
    {
        IGrouping<(string Scenario, string Runtime, int Machine), PageRow>[] groups =
        [
            .. PageRows.Create(results)
                .GroupBy(row => (row.Scenario, row.Runtime, row.Machine))
                .Where(rows => rows.Any(row => row.Mean is not null)),
        ];
        if (ofFirstOnly)
        {
            HashSet<string> first = [.. results.Machines[0].Runs[0].Cases.Select(row => row.Scenario)];
            groups = [.. groups.Where(rows => rows.Key.Machine == 0 && rows.Key.Runtime == groups[0].Key.Runtime
                && first.Contains(rows.Key.Scenario))];
        }

        bool hasRuntimes = groups.Select(rows => rows.Key.Runtime).Distinct().Count() > 1;
        bool hasMachines = results.Machines.Count > 1;
        foreach (IGrouping<(string Scenario, string Runtime, int Machine), PageRow> rows in groups)
        {
            string file = rows.Key.Scenario
                + (hasRuntimes ? "-" + rows.Key.Runtime : "")
                + (hasMachines ? string.Create(CultureInfo.InvariantCulture, $"-{rows.Key.Machine + 1}") : "");
            MachineResults machine = results.Machines[rows.Key.Machine];
            RunResults run = machine.Runs.First(candidate =>
                candidate.Cases.Any(row => row.Scenario == rows.Key.Scenario && row.Runtime == rows.Key.Runtime));
            string data = JsonSerializer.Serialize(new { title = rows.Key.Scenario, subtitle = Subtitle(machine, run, rows.Key.Runtime),
                rows }, s_options);
            yield return new Picture(new(rows.Key.Scenario, rows.Key.Runtime, rows.Key.Machine, ""), file + ".svg", data);
        }
    }

    private static string Subtitle(MachineResults machine, RunResults run, string runtime)
    {
        RuntimeInfo? info = run.Runtimes.FirstOrDefault(candidate => candidate.Id == runtime);
        string[] parts =
        [
            .. run.Kind == RunKind.Full ? Array.Empty<string>()
                : [run.Kind == RunKind.Quick ? "quick: not for quoting" : "smoke: times mean nothing"],
            info?.Description ?? info?.Name ?? runtime,
            run.Origin.Started.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            .. run.Origin.Commit is { } commit ? new[] { "commit " + commit } : [],
            machine.Name,
        ];
        return string.Join(" · ", parts);
    }
}
