namespace AsyncBenchmarks.Commands;

/// <summary>The <c>list</c> command: what can be measured, and what is missing.</summary>
internal static class ListCommand
{
    private const int ScreenWidth = 100;

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

        terminal.WriteLine("Libraries:");
        width = Catalog.Libraries.Max(library => library.Name.Length);
        foreach (Library library in Catalog.Libraries)
        {
            string found = library.NotFound is { } why ? "NA: " + why : library.Version!.Split('+')[0];
            terminal.WriteLine(Short($"  {library.Name.PadRight(width)}  {found}"));
        }

        Runtime[] missing = [.. KnownRuntimes.All.Where(runtime => runtime.Missing is not null)];
        terminal.WriteLine("Runtimes: " + string.Join(", ", KnownRuntimes.All.Except(missing).Select(runtime => runtime.Id)));
        foreach (Runtime runtime in missing)
        {
            terminal.WriteLine(Short($"  {runtime.Id}  NA: {runtime.Missing}"));
        }
    }

    // A feed's own words can be long; a run shows all of them.
    private static string Short(string line) => line.Length <= ScreenWidth ? line : line[..(ScreenWidth - 1)] + "…";
}
