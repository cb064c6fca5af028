using System.CommandLine;
using System.CommandLine.Parsing;
using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>
/// The commands <c>run</c>, which measures the chosen cases and prints their tables, and <c>publish</c>, which also writes them to where
/// the repository shows them.
/// </summary>
/// <param name="publishes">Whether it is <c>publish</c>.</param>
internal sealed class RunCommand(bool publishes)
{
    private readonly CaseSelection _selection = new();
    private readonly RuntimeSelection _runtimes = new();

    private readonly Option<bool> _quick = new("--quick")
    {
        Description = "The first scenarios only, a few seconds per case: good for a first look, not for quoting.",
    };

    private readonly Option<bool> _full = new("--full")
    {
        Description = "Numbers that can be published, three processes per case; the default.",
    };

    private readonly Option<bool> _smoke = new("--smoke")
    {
        Description = "Every case once, only to see that it works; ends with how many did.",
    };

    private readonly Option<string?> _resume = new("--resume")
    {
        Description = "Continue a run that was stopped, killed, or had failures: the one in the folder, or the latest. "
            + "Finished cases are not run again.",
        HelpName = "folder",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<int> _launches = new("--launches")
    {
        Description = "How often the processes of a race are started. Fewer are for trying the command.",
        DefaultValueFactory = _ => Schedule.Of(RunKind.Published).Race!.Launches,
    };

    private readonly Option<string?> _machine = new("--machine")
    {
        Description = "The name of this machine: the folder below results/<version>.",
        HelpName = "name",
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = publishes
            ? new("publish", "Measure what the documents show, and write results/<version>/<machine> and the tables of the documents.")
            : new("run", "Measure the cases, each in a process of its own, and print the tables.");
        foreach (Option option in publishes ? new Option[] { _machine, _launches } : [_quick, _full, _smoke])
        {
            command.Add(option);
        }

        _runtimes.AddTo(command);
        _selection.AddTo(command);
        command.Add(_resume);
        command.SetAction((arguments, cancellationToken) => RunAsync(arguments, terminal(arguments), cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        if (arguments.GetResult(_resume) is not null)
        {
            return await ResumeAsync(arguments, terminal, cancellationToken);
        }

        RunRequest request = Request(arguments);
        RunResults head = await HeadAsync(arguments, request, cancellationToken);
        if (publishes)
        {
            Publication.RequireNoChanges(head.Origin);
        }

        return await RunAsync(terminal, request, ResultFolder.Create(Repository.Results, head.Origin.Started), head, cancellationToken);
    }

    private async Task<int> ResumeAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        OptionResult? tooMuch = arguments.CommandResult.Children
            .OfType<OptionResult>()
            .FirstOrDefault(option => !option.Implicit && option.Option != _resume && !option.Option.Recursive);
        if (tooMuch is not null)
        {
            throw new UsageException($"{_resume.Name} measures what the run it continues was asked for: leave out {tooMuch.Option.Name}.");
        }

        UnfinishedRun run = UnfinishedRun.Find(arguments.GetValue(_resume), mayBeComplete: publishes);
        ParseResult original = arguments.RootCommandResult.Command.Parse(run.Results.Origin.Arguments);
        if (original.Errors.Count > 0)
        {
            throw new UsageException(
                $"{_resume.Name}: this version does not understand what the run was asked for: {original.Errors[0].Message}");
        }

        if (original.CommandResult.Command != arguments.CommandResult.Command)
        {
            string other = original.CommandResult.Command.Name;
            throw new UsageException($"{_resume.Name}: the run in {run.Folder.Path} was made by \"{other}\": continue it with that.");
        }

        run.RequireSame(await Origins.DescribeAsync(original, cancellationToken));
        return await RunAsync(terminal, Request(original), run.Folder, run.Results, cancellationToken);
    }

    private static async Task<int> RunAsync(
        Terminal terminal, RunRequest request, ResultFolder folder, RunResults known, CancellationToken cancellationToken)
    {
        MachineState before = await MachineWatch.LookAsync(cancellationToken);
        RunRecorder recorder = new(
            folder, known with { Sessions = [.. known.Sessions, new Session(before, null)] }, request.Cases, request.Runtimes);
        RunProgressDisplay display = new(terminal, request, recorder);
        terminal.WriteLine(display.Announcement);
        if (request.Kind != RunKind.Smoke && QuietnessWarnings.Of(before) is { } warning)
        {
            terminal.WriteLine(warning, "yellow");
        }

        bool interrupted = false;
        try
        {
            SuiteRun run = new(request.Kind, request.Cases, recorder, display, folder.PathOf("benchmarkdotnet.log"), request.Launches);
            await run.RunAsync(request.Runtimes, cancellationToken);
            recorder.End(await MachineWatch.LookAsync(cancellationToken));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            interrupted = true;
        }

        int code = Report(terminal, recorder.Results, folder, interrupted);
        if (request.Publish is { } machine && !interrupted)
        {
            Publication.Write(terminal, recorder.Results, machine);
        }

        return code;
    }

    private static int Report(Terminal terminal, RunResults results, ResultFolder folder, bool interrupted)
    {
        int failed = results.Cases.Count(row => row.Outcome == CaseOutcome.Failed);
        if (results.Kind != RunKind.Smoke)
        {
            TerminalReport.Write(terminal, RunPage.Create(results));
        }

        terminal.WriteLine();
        terminal.WriteLine((interrupted ? "Interrupted; what was measured is in " : "Written to ") + folder.Path);
        if (interrupted || failed > 0)
        {
            terminal.WriteLine(
                $"To continue where it stopped: {Cli.Start} {(results.Kind == RunKind.Published ? "publish" : "run")} --resume");
        }

        if (results.Kind == RunKind.Smoke)
        {
            int known = results.Cases.Count(row => row.Outcome == CaseOutcome.KnownFailure);
            terminal.WriteLine(
                $"{results.Cases.Count(row => row.Outcome == CaseOutcome.Measured)} passed, {failed} failed"
                + (known > 0 ? $", {known} failed as their libraries are known to" : ""));
        }
        else if (!interrupted)
        {
            ReportFiles.Write(terminal, RunPage.Create(results), folder);
        }

        return interrupted ? ExitCode.Interrupted : failed > 0 ? ExitCode.Failure : ExitCode.Success;
    }

    private RunRequest Request(ParseResult arguments)
    {
        RunKind kind = Kind(arguments);
        string? machine = publishes ? arguments.GetValue(_machine) ?? throw new UsageException($"{_machine.Name}: say which.") : null;
        IReadOnlyList<Case> cases = machine is not null
            ? Publication.Shown(_selection, arguments, machine)
            : _selection.Cases(arguments, quickOnly: kind == RunKind.Quick);
        return cases.Any(each => each.Availability.Create is not null)
            ? new RunRequest(
                kind, cases, _runtimes.Runtimes(arguments), publishes ? PositiveNumber.Of(arguments, _launches) : null, machine)
            : throw new UsageException(
                "None of these cases can be measured: "
                + string.Join(" ", cases.Select(each => each.Availability.NotAvailable).Distinct().Select(Page.WithAdvice)));
    }

    private RunKind Kind(ParseResult arguments)
    {
        if (publishes)
        {
            return RunKind.Published;
        }

        Option<bool>[] given = [.. new[] { _quick, _full, _smoke }.Where(arguments.GetValue)];
        return given.Length > 1 ? throw new UsageException($"{given[0].Name} and {given[1].Name} exclude each other.")
            : given.Contains(_quick) ? RunKind.Quick
            : given.Contains(_smoke) ? RunKind.Smoke
            : RunKind.Full;
    }

    private static async Task<RunResults> HeadAsync(ParseResult arguments, RunRequest request, CancellationToken cancellationToken) => new()
    {
        Origin = await Origins.DescribeAsync(arguments, cancellationToken),
        Kind = request.Kind,
        Complete = false,
        Runtimes = [.. request.Runtimes.Select(runtime => new RuntimeInfo(runtime.Id, runtime.Name, null) { Notes = runtime.Notes })],
        Scenarios = [.. Catalog.Scenarios.Select(scenario => new ScenarioInfo(scenario.Name, scenario.Description, scenario.Notes))],
        Cases = [],
    };
}
