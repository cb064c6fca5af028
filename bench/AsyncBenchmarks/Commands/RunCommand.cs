using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>run</c> command: measures the chosen cases and prints their tables.</summary>
internal sealed class RunCommand
{
    private readonly CaseSelection _selection = new();

    private readonly Option<bool> _quick = new("--quick")
    {
        Description = "A few seconds per case: good for a first look, not for quoting.",
    };

    private readonly Option<bool> _smoke = new("--smoke")
    {
        Description = "Every case once, only to see that it works; ends with how many did.",
    };

    private readonly Option<bool> _refreshPeers = new("--refresh-peers")
    {
        Description = "Ask the package feeds again for the compared libraries before running.",
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new("run", "Measure the cases, each in a process of its own, and print the tables.");
        command.Add(_quick);
        command.Add(_smoke);
        command.Add(_refreshPeers);
        _selection.AddTo(command);
        command.SetAction((arguments, cancellationToken) => RunAsync(arguments, terminal(arguments), cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        RunKind kind = Kind(arguments);
        IReadOnlyList<Case> cases = _selection.Cases(arguments);
        if (arguments.GetValue(_refreshPeers))
        {
            string[] rest = [.. arguments.Tokens.Select(token => token.Value).Where(token => token != _refreshPeers.Name)];
            return await PeerRefresh.StartOverAsync(terminal, rest, cancellationToken);
        }

        Case[] measurable = [.. cases.Where(candidate => candidate.Offer.Create is not null)];
        Runtime runtime = new Net10();
        RunResults head = await HeadAsync(arguments, kind, runtime, cancellationToken);
        ResultFolder folder = ResultFolder.Create(Repository.Results, head.Origin.Started);
        RunRecorder recorder = new(folder, head, cases, runtime);

        MeasuringOptions options = new(kind, runtime, folder.PathOf("benchmarkdotnet.log"));
        terminal.WriteLine(Announcement(kind, cases.Count, measurable.Length));
        bool interrupted = false;
        try
        {
            RunProgressDisplay progress = new(terminal, recorder, options, measurable.Length);
            await CaseMeasuring.RunAsync(measurable, options, progress, cancellationToken);
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
        if (results.Kind == RunKind.Smoke)
        {
            terminal.WriteLine($"{results.Cases.Count(row => row.Outcome == CaseOutcome.Measured)} passed, {failed} failed");
        }

        return interrupted ? ExitCode.Interrupted : failed > 0 ? ExitCode.Failure : ExitCode.Success;
    }

    private RunKind Kind(ParseResult arguments) => (arguments.GetValue(_quick), arguments.GetValue(_smoke)) switch
    {
        (true, true) => throw new UsageException("--quick and --smoke exclude each other."),
        (true, false) => RunKind.Quick,
        (false, true) => RunKind.Smoke,
        _ => RunKind.Full,
    };

    private static string Announcement(RunKind kind, int all, int measurable)
    {
        TimeSpan estimate = (JobKinds.Estimate(kind) * measurable) + TimeSpan.FromSeconds(20);
        return $"{measurable} cases to measure"
            + (all > measurable ? $", {all - measurable} not available (reasons under the tables)" : "")
            + $"; about {Format.Duration(estimate)}.";
    }

    private static async Task<RunResults> HeadAsync(ParseResult arguments, RunKind kind, Runtime runtime, CancellationToken cancellationToken) => new()
    {
        Origin = await Origins.DescribeAsync(arguments, cancellationToken),
        Kind = kind,
        Complete = false,
        Runtimes = [new RuntimeInfo(runtime.Id, runtime.Name, null)],
        Scenarios = [.. Catalog.Scenarios.Select(scenario => new ScenarioInfo(scenario.Name, scenario.Description, scenario.Notes))],
        Cases = [],
    };
}
