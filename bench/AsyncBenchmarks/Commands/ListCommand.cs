using System.CommandLine;
using System.Text.Encodings.Web;
using System.Text.Json;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>list</c> command: what there is to measure, and what was found of it.</summary>
internal static class ListCommand
{
    private const int ScreenWidth = 100;

    private static readonly JsonSerializerOptions s_options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static Command Create(Func<ParseResult, Terminal> terminal)
    {
        Option<bool> json = new("--json")
        {
            Description = "All of it for other programs, with every case, its parameters and why it can't be measured.",
        };
        Command command = new("list", "Show the scenarios, libraries and runtimes, and why one is not available.") { json };
        command.SetAction(arguments =>
        {
            if (arguments.GetValue(json))
            {
                Console.Out.WriteLine(JsonSerializer.Serialize(Everything(), s_options));
            }
            else
            {
                Write(terminal(arguments));
            }
        });
        return command;
    }

    private static void Write(Terminal terminal)
    {
        terminal.WriteLine("Scenarios, with the cases that can be measured:");
        int width = Catalog.Scenarios.Max(scenario => scenario.Name.Length);
        foreach (Scenario scenario in Catalog.Scenarios)
        {
            Case[] cases = [.. Catalog.Cases.Where(candidate => candidate.Scenario == scenario.Name)];
            string count = $"{cases.Count(candidate => candidate.Availability.Create is not null)} of {cases.Length}";
            string parameters = string.Join("; ", cases
                .SelectMany(candidate => candidate.Parameters)
                .GroupBy(parameter => parameter.Key, parameter => parameter.Value)
                .Select(parameter => $"{parameter.Key} = {string.Join(", ", parameter.Distinct())}"));
            terminal.WriteLine(Short($"  {scenario.Name.PadRight(width)}  {count,8}  {parameters}"));
        }

        terminal.WriteLine("Libraries:");
        width = Catalog.Libraries.Max(library => library.Name.Length);
        foreach (Library library in Catalog.Libraries)
        {
            string[] otherRows = [.. Rows(library).Except([library.Name])];
            terminal.WriteLine(Short($"  {library.Name.PadRight(width)}  {(library.NotFound is { } why ? "NA: " + why : library.Version)}"
                + (otherRows.Length > 0 ? $"; rows {string.Join(", ", otherRows)}" : "")));
        }

        Runtime[] missing = [.. KnownRuntimes.All.Where(runtime => runtime.Missing is not null)];
        terminal.WriteLine("Runtimes: " + string.Join(", ", KnownRuntimes.All.Except(missing).Select(runtime => runtime.Id)));
        foreach (Runtime runtime in missing)
        {
            terminal.WriteLine(Short($"  {runtime.Id}  NA: {runtime.Missing}"));
        }
    }

    private static object Everything() => new
    {
        scenarios = Catalog.Scenarios,
        libraries = Catalog.Libraries.Select(library => new
        {
            library.Name,
            library.Package,
            library.WantedVersion,
            library.Version,
            library.NotFound,
            Rows = Rows(library),
            library.Notes,
        }),
        runtimes = KnownRuntimes.All.Select(runtime => new { runtime.Id, runtime.Name, runtime.Missing }),
        cases = Catalog.Cases.Select(each => new
        {
            each.Id,
            each.Scenario,
            each.Row,
            each.Library,
            each.Categories,
            Parameters = each.Parameters.ToDictionary(parameter => parameter.Key, parameter => parameter.Value),
            each.IsBaseline,
            each.RunsOnce,
            each.Availability.NotAvailable,
            each.Availability.KnownFailure,
        }),
    };

    private static IEnumerable<string> Rows(Library library) =>
        Catalog.Cases.Where(candidate => candidate.Library == library.Name).Select(candidate => candidate.Row).Distinct();

    // A reason in a feed's own words can be long; --json has it whole.
    private static string Short(string line) => line.Length <= ScreenWidth ? line : line[..(ScreenWidth - 1)] + "…";
}
