using System;
using System.CommandLine;
using System.Linq;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>list</c> command: what there is to measure, and what was found of it.</summary>
internal static class ListCommand
{
    public static Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new("list", "Show the scenarios, and the libraries with the version that was found or why there is none.");
        command.SetAction(arguments => Write(terminal(arguments)));
        return command;
    }

    private static void Write(Terminal terminal)
    {
        terminal.WriteLine("Scenarios:");
        foreach (Scenario scenario in Catalog.Scenarios)
        {
            Case[] cases = [.. Catalog.Cases.Where(candidate => candidate.Scenario == scenario.Name)];
            terminal.WriteLine($"  {scenario.Name}: {scenario.Description}");
            terminal.WriteLine($"    {cases.Count(candidate => candidate.Availability.Create is not null)} of {cases.Length} cases can be measured");
            foreach (IGrouping<string, string> parameter in cases
                .SelectMany(candidate => candidate.Parameters)
                .GroupBy(parameter => parameter.Key, parameter => parameter.Value))
            {
                terminal.WriteLine($"    {parameter.Key}: {string.Join(", ", parameter.Distinct())}");
            }
        }

        terminal.WriteLine();
        terminal.WriteLine("Libraries:");
        int width = Catalog.Libraries.Max(library => library.Name.Length);
        foreach (Library library in Catalog.Libraries)
        {
            terminal.WriteLine($"  {library.Name.PadRight(width)}  {(library.NotFound is { } why ? "NA: " + why : library.Version)}");
            string[] otherRows =
            [
                .. Catalog.Cases
                    .Where(candidate => candidate.Library == library.Name && candidate.Row != library.Name)
                    .Select(candidate => candidate.Row)
                    .Distinct(),
            ];
            if (otherRows.Length > 0)
            {
                terminal.WriteLine($"  {"".PadRight(width)}  rows: {string.Join(", ", otherRows)}");
            }
        }

        terminal.WriteLine();
        terminal.WriteLine("Runtimes:");
        int idWidth = KnownRuntimes.All.Max(runtime => runtime.Id.Length);
        foreach (Runtime runtime in KnownRuntimes.All)
        {
            terminal.WriteLine($"  {runtime.Id.PadRight(idWidth)}  {(runtime.Missing is { } missing ? "NA: " + missing : runtime.Name)}");
        }
    }
}
