using System.CommandLine;
using System.CommandLine.Parsing;
using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>run</c> command: measures the chosen cases and prints their tables.</summary>
internal sealed class RunCommand
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

    private readonly Option<bool> _refreshPeers = new("--refresh-peers")
    {
        Description = "Ask the package feeds again for the compared libraries before running.",
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new("run", "Measure the cases, each in a process of its own, and print the tables.");
        command.Add(_quick);
        command.Add(_full);
        command.Add(_smoke);
        _runtimes.AddTo(command);
        _selection.AddTo(command);
        command.Add(_resume);
        command.Add(_refreshPeers);
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
        if (arguments.GetValue(_refreshPeers))
        {
            string[] rest = [.. arguments.Tokens.Select(token => token.Value).Where(token => token != _refreshPeers.Name)];
            return await PeerRefresh.StartOverAsync(terminal, rest, cancellationToken);
        }

        RunResults head = await HeadAsync(arguments, request, cancellationToken);
        return await RunAsync(terminal, request, ResultFolder.Create(Repository.Results, head.Origin.Started), head, cancellationToken);
    }

    private async Task<int> ResumeAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        OptionResult? other = arguments.CommandResult.Children
            .OfType<OptionResult>()
            .FirstOrDefault(option => !option.Implicit && option.Option != _resume && !option.Option.Recursive);
        if (other is not null)
        {
            throw new UsageException($"{_resume.Name} measures what the run it continues was asked for: leave out {other.Option.Name}.");
        }

        UnfinishedRun run = UnfinishedRun.Find(arguments.GetValue(_resume));
        ParseResult original = arguments.RootCommandResult.Command.Parse(run.Results.Origin.Arguments);
        if (original.Errors.Count > 0)
        {
            throw new UsageException(
                $"{_resume.Name}: this version does not understand what the run was asked for: {original.Errors[0].Message}");
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
            SuiteRun run = new(request.Kind, request.Cases, recorder, display, folder.PathOf("benchmarkdotnet.log"));
            await run.RunAsync(request.Runtimes, cancellationToken);
            recorder.End(await MachineWatch.LookAsync(cancellationToken));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            interrupted = true;
        }

        return Report(terminal, recorder.Results, folder, interrupted);
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
            terminal.WriteLine($"To continue where it stopped: {Cli.Start} run --resume");
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
        IReadOnlyList<Case> cases = _selection.Cases(arguments, quickOnly: kind == RunKind.Quick);
        return cases.Any(each => each.Availability.Create is not null)
            ? new RunRequest(kind, cases, _runtimes.Runtimes(arguments))
            : throw new UsageException(
                "None of these cases can be measured: "
                + string.Join(" ", cases.Select(each => each.Availability.NotAvailable).Distinct().Select(Page.WithAdvice)));
    }

    private RunKind Kind(ParseResult arguments)
    {
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
