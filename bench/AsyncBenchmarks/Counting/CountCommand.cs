using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Commands;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Counting;

/// <summary>The <c>count</c> command: how many instructions an operation takes, and where.</summary>
internal sealed class CountCommand
{
    private static readonly CountOptions s_defaults = new();

    private readonly CaseSelection _selection = new();
    private readonly RuntimeSelection _runtimes = new();
    private readonly EnvironmentOption _environment = new();

    private readonly Option<string?> _reference = new("--reference", "-r")
    {
        Description = "The library or row that the others are compared with; the first one when not given.",
        HelpName = "name",
    };

    private readonly Option<int> _functions = new("--functions", "-f")
    {
        Description = "Of each row, show so many functions with most of the instructions; the file has all.",
        HelpName = "count",
    };

    private readonly Option<int> _warmUp = new("--warm-up")
    {
        Description = "What a process works before it is counted, in milliseconds.",
        DefaultValueFactory = _ => (int)s_defaults.WarmUp.TotalMilliseconds,
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new(
            "count",
            "Count the instructions of an operation, by letting its thread do one at a time (Linux on x64, CoreCLR).");
        _runtimes.AddTo(command);
        _selection.AddTo(command);
        command.Add(_reference);
        command.Add(_functions);
        command.Add(_warmUp);
        _environment.AddTo(command);
        command.SetAction((arguments, cancellationToken) => RunAsync(arguments, terminal(arguments), cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        int functions = arguments.GetValue(_functions);
        if (functions < 0)
        {
            throw new UsageException($"{_functions.Name} must be 0 or more, not {functions}.");
        }

        string? reference = CaseSelection.Library(arguments, _reference);
        CountOptions options = new()
        {
            WarmUp = TimeSpan.FromMilliseconds(PositiveNumber.Of(arguments, _warmUp)),
            Environment = _environment.Variables(arguments),
        };
        IReadOnlyList<Runtime> runtimes = _runtimes.Runtimes(arguments);
        Case[] cases = [.. _selection.Cases(arguments, quickOnly: true).Where(each => !each.RunsOnce)];
        if (cases.Length == 0)
        {
            throw new UsageException(
                "Of these scenarios one measurement takes seconds, and would take days step by step. \"list\" shows what there is.");
        }

        if (InstructionStepper.Missing is { } missing)
        {
            throw new UsageException(missing);
        }

        CountRecorder recorder = new(terminal, functions, new CountResults
        {
            Origin = await Origins.DescribeAsync(arguments, cancellationToken),
            Environment = options.Environment,
            Counts = [],
        });
        return await recorder.RecordAsync(
            runtimes,
            cases,
            (runtime, runner, there) =>
                CountAsync(runtime, new InstructionCounter(runner, options), there, reference, recorder, terminal, cancellationToken),
            cancellationToken);
    }

    private static async Task CountAsync(
        Runtime runtime,
        InstructionCounter counter,
        IReadOnlyList<CaseProcess> cases,
        string? reference,
        CountRecorder recorder,
        Terminal terminal,
        CancellationToken cancellationToken)
    {
        foreach (IGrouping<string, CaseProcess> group in cases.GroupBy(each => each.Case.Title))
        {
            // The reference comes first.
            List<CountRow> rows = [];
            try
            {
                foreach (CaseProcess each in group.OrderBy(each => reference is not null && CaseSelection.IsOf(each.Case, reference) ? 0
                    : 1))
                {
                    terminal.ShowStatus($"{each.Id}, {runtime.Name} …");
                    rows.Add(await counter.CountAsync(each, cancellationToken));
                }
            }
            finally
            {
                // The counts so far are kept, however the command ends.
                if (rows.Count > 0)
                {
                    recorder.Add(new CountResult(group.Key, new RuntimeInfo(runtime.Id, runtime.Name, counter.Runtime), rows));
                }
            }
        }
    }
}
