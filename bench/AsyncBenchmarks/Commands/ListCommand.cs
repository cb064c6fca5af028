using System.CommandLine;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>list</c> command: what can be measured, and what is missing.</summary>
internal static class ListCommand
{
    private const int ScreenWidth = 100;

    // Longer lists of names move their version to the right.
    private const int NamesWidth = 45;

    // More names leave no room for the version: then each family has a line.
    private const int MostNames = 75;

    // How much of the commit is shown, which ends the version of this repository's library.
    private const int CommitLength = 9;

    public static Command Create()
    {
        Command command = new("list", "Show the scenarios, libraries and runtimes, and why one is not available.");
        command.SetAction(_ => Write(new Terminal()));
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

        terminal.WriteLine("Libraries (\"Name, -X\" are Name and Name-X):");
        foreach (IGrouping<(string?, string?, string?), Library> found in Catalog.Libraries
            .GroupBy(library => (library.Package, library.Version, library.NotFound)))
        {
            string[] families = [.. found.GroupBy(library => FamilyOf(library, found), library => library.Name)
                .Select(family => family.Key + string.Concat(family.Select(name => name[family.Key.Length..])
                    .Where(suffix => suffix.Length > 0).Select(suffix => ", " + suffix)))];
            string all = string.Join("; ", families);
            (_, string? version, string? why) = found.Key;
            foreach (string names in all.Length <= MostNames ? [all] : families)
            {
                terminal.WriteLine(Short($"  {names.PadRight(NamesWidth)}  {(why is null ? ShortCommit(version!) : "NA: " + why)}"));
            }
        }

        Runtime[] missing = [.. KnownRuntimes.All.Where(runtime => runtime.Missing is not null)];
        terminal.WriteLine("Runtimes: " + string.Join(", ", KnownRuntimes.All.Except(missing).Select(runtime => runtime.Id)));
        foreach (Runtime runtime in missing)
        {
            terminal.WriteLine(Short($"  {runtime.Id}  NA: {runtime.Missing}"));
        }
    }

    // The name before the last dash that is itself a library of the same package: the row of its usual use.
    private static string FamilyOf(Library library, IEnumerable<Library> others) =>
        others.Any(other => other.Name.StartsWith(library.Name + "-", StringComparison.Ordinal)) ? library.Name
        : others.Select(other => other.Name).Where(name => library.Name.StartsWith(name + "-", StringComparison.Ordinal))
            .MaxBy(name => name.Length) ?? library.Name;

    private static string ShortCommit(string version) =>
        version.IndexOf('+') is >= 0 and int plus && version.Length > plus + CommitLength ? version[..(plus + 1 + CommitLength)] : version;

    // A feed's own words can be long; a run shows all of them.
    private static string Short(string line) => line.Length <= ScreenWidth ? line : line[..(ScreenWidth - 1)] + "…";
}
