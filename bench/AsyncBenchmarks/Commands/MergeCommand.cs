using System.CommandLine;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>merge</c> command: makes one result of several, and writes what people look at.</summary>
internal sealed class MergeCommand
{
    private readonly Argument<string[]> _inputs = new("results")
    {
        Description = "Results of runs and races, of any number of machines: files, or folders of them.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<string[]> _names = new("--name")
    {
        Description = "A name for the machine of each of the results, in their order; without it, its description.",
        HelpName = "machine",
    };

    private readonly Option<string> _output = new("--output", "-o")
    {
        Description = $"The folder for {ResultSource.RunFile}, {RunPage.MarkdownFile}, the page and the pictures.",
        HelpName = "folder",
        Required = true,
    };

    private readonly Option<bool> _compact = new("--compact")
    {
        Description = "For publishing: one short results.json, short tables, and few pictures beside the page.",
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new("merge", "Make one result, table and page of several.");
        command.Add(_inputs);
        command.Add(_output);
        command.Add(_names);
        command.Add(_compact);
        command.SetAction(arguments => Run(arguments, terminal(arguments)));
        return command;
    }

    private int Run(ParseResult arguments, Terminal terminal)
    {
        MergedResults merged = ResultArguments.ReadAndMerge(arguments.GetValue(_inputs)!, arguments.GetValue(_names) ?? []);
        ResultFolder folder = ResultArguments.Folder(arguments.GetValue(_output)!);
        bool isCompact = arguments.GetValue(_compact);
        merged = isCompact ? merged.Compact() : merged;
        folder.Write(ResultSource.RunFile, isCompact ? ResultFile.WriteCompact(merged) : ResultFile.Write(merged));
        RaceResults[] races = [.. merged.Machines.SelectMany(machine => machine.Races)];
        if (races.Length > 0)
        {
            folder.Write(RacePage.MergedFile,
                string.Join('\n', races.Select(race => MarkdownReport.Write(RacePage.Create(race), isCompact))));
        }

        terminal.WriteLine($"Written: {folder.PathOf(ResultSource.RunFile)}, {Format.Count(merged.Machines.Count, "machine")}.");
        ReportFiles.Write(terminal, RunPage.Create(merged), folder, isCompact: isCompact);
        return ExitCode.Success;
    }
}
