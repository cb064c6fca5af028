using System.CommandLine;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>report</c> command: a page, pictures and tables of results.</summary>
internal sealed class ReportCommand
{
    private readonly Argument<string[]> _inputs = ResultArguments.Inputs(
        "A results.json, or the folder of one; of several machines, several.");
    private readonly Option<string[]> _names = ResultArguments.Names();

    private readonly Option<string> _output = new("--output", "-o")
    {
        Description = "The page's file; without it, page.html in the folder of the results.",
        HelpName = "page.html",
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new("report",
            "Write one page that needs no network, a picture per scenario, and the tables with the ratios of the folder's race.");
        command.Add(_inputs);
        command.Add(_output);
        command.Add(_names);
        command.SetAction(arguments => Run(arguments, terminal(arguments)));
        return command;
    }

    private int Run(ParseResult arguments, Terminal terminal)
    {
        string[] named = arguments.GetValue(_inputs)!;
        bool isRaceNamed = named.Any(path => Path.GetFileName(path) == ResultSource.RaceFile);
        string[] inputs = isRaceNamed ? named : [.. named.Select(WithItsRace).Distinct()];
        string? output = arguments.GetValue(_output);
        if (output is not null && Directory.Exists(output))
        {
            throw new UsageException(
                $"--output {output}: is a folder. Name the page's file, such as {Path.Combine(output, HtmlReport.File)}.");
        }

        MergedResults results = ResultArguments.ReadAndMerge(inputs, arguments.GetValue(_names) ?? []);
        if (results.Machines.All(machine => machine.Runs.Count == 0))
        {
            throw new UsageException(
                $"{string.Join(", ", inputs)}: races only. "
                + $"A report needs the {ResultSource.RunFile} of a run; a race beside it gives the ratios.");
        }

        if (output is null && inputs.Length > 1 && results.Machines.Sum(machine => machine.Runs.Count) > 1)
        {
            throw new UsageException("--output: say where the page of several results goes; or make one result of them with \"merge\".");
        }

        string beside = Directory.Exists(inputs[0]) ? inputs[0] : Path.GetDirectoryName(Path.GetFullPath(inputs[0]))!;
        ResultFolder folder = ResultArguments.Folder(output is null ? beside : Path.GetDirectoryName(Path.GetFullPath(output))!);
        terminal.WriteLine("Written to " + folder.Path);
        ReportFiles.Write(terminal, RunPage.Create(results), folder, output);
        return ExitCode.Success;
    }

    // The race that lies beside a run is where its ratios come from.
    private static string WithItsRace(string path) =>
        File.Exists(path) && Path.GetFileName(path) == ResultSource.RunFile ? Path.GetDirectoryName(Path.GetFullPath(path))! : path;
}
