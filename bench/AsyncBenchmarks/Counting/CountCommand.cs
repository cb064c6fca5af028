namespace AsyncBenchmarks.Counting;

/// <summary>The <c>count</c> command: how many instructions an operation takes, and where.</summary>
internal sealed class CountCommand
{
    private static readonly ResultColumn[] s_columns =
        [new("Method"), new("Instructions", IsNumber: true), new("Ratio", IsNumber: true), new("Least .. most", IsNumber: true)];

    private static readonly ResultColumn[] s_functionColumns =
        [new("Function"), new("Instructions", IsNumber: true), new("Calls", IsNumber: true)];

    private readonly CaseSelection _selection = new();
    private readonly Option<string[]> _runtimes = Options.Runtime();
    private readonly Option<string[]> _environment = Options.Environment();

    private readonly Option<int> _functions = new("--functions", "-f")
    {
        Description = "Also show, for each row, this many functions: those with the most instructions.",
    };

    private readonly Option<int> _warmUp = new("--warm-up")
    {
        Description = $"Milliseconds that a process warms up before it is counted; default: {InstructionCounter.UsualWarmUp}.",
    };

    public Command Create()
    {
        Command command = new(
            "count",
            "Count the instructions of an operation by stepping through it (Linux on x64, CoreCLR).");
        foreach (Option option in (Option[])[_runtimes, .. _selection.All, _functions, _warmUp, _environment])
        {
            command.Add(option);
        }

        command.SetAction((arguments, cancellationToken) => RunAsync(arguments, new Terminal(), cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        int functions = Options.Positive(arguments, _functions) ?? 0;
        TimeSpan warmUp = TimeSpan.FromMilliseconds(Options.Positive(arguments, _warmUp) ?? InstructionCounter.UsualWarmUp);
        Case[] cases = [.. _selection.Cases(arguments, quickOnly: true).Where(each => !each.RunsOnce)];
        if (cases.Length == 0)
        {
            throw new UsageException(
                "One measurement of these scenarios takes seconds; stepping through it would take days. \"list\" shows the others.");
        }

        if (InstructionStepper.Missing is { } missing)
        {
            throw new UsageException(missing);
        }

        bool failed = false;
        foreach (Runtime runtime in Options.Runtimes(arguments, _runtimes))
        {
            if ((runtime.IsCoreClr ? runtime.Missing : "it doesn't report which methods it has compiled.") is { } reason)
            {
                terminal.WriteLine($"{runtime.Name}: not available: {reason}");
                continue;
            }

            terminal.ShowStatus($"Building the runner for {runtime.Name} …");
            ProgramCommand runner = await runtime.BuildRunnerAsync(cancellationToken);
            InstructionCounter counter = new(runner, warmUp, Options.Variables(arguments, _environment));
            foreach (IGrouping<string, CaseProcess> group in
                (await RuntimeCatalog.AskAsync(runtime, runner, cases, cancellationToken)).GroupBy(each => each.Case.Title))
            {
                List<CountRow> rows = [];
                foreach (CaseProcess each in group)
                {
                    terminal.ShowStatus($"{each.Id}, {runtime.Name} …");
                    rows.Add(await counter.CountAsync(each, cancellationToken));
                }

                foreach (ResultTable table in Tables($"{group.Key}, {counter.Runtime}", rows, functions))
                {
                    TerminalReport.Write(terminal, table);
                }

                failed |= rows.Any(row => row.Outcome == CaseOutcome.Failed);
            }
        }

        return failed ? ExitCode.Failure : ExitCode.Success;
    }

    private static IEnumerable<ResultTable> Tables(string title, IReadOnlyList<CountRow> rows, int functions)
    {
        CountRow? first = rows.FirstOrDefault(row => row.Instructions.Count > 0);
        yield return new ResultTable(
            title,
            "instructions per operation, in the median run",
            s_columns,
            [[.. rows.Select(row => new ResultRow(Cells(row, first)))]],
            [.. rows.Where(row => row.Reason is not null).Select(row => $"NA, {row.Of.Name}: {row.Reason}")]);
        foreach (CountRow row in functions > 0 ? rows.Where(row => row.Instructions.Count > 0) : [])
        {
            yield return new ResultTable(
                $"{title}, {row.Of.Name}",
                "where they are",
                s_functionColumns,
                [
                    [
                        .. row.Functions.Take(functions).Select(function => new ResultRow(
                            [
                                function.Name, Format.Number(function.Instructions, 1),
                                function.Calls > 0 ? Format.Number(function.Calls, 2) : Format.None,
                            ])),
                    ],
                ],
                []);
        }
    }

    private static IReadOnlyList<string> Cells(CountRow row, CountRow? reference) => row.Instructions is not { Count: > 0 } counts
        ? [row.Of.Name, "NA", "NA", "NA"]
        :
        [
            row.Of.Name,
            Format.Number(Median.Of(counts), 1),
            Format.Number(Median.Of(counts) / Median.Of(reference!.Instructions), 3),
            $"{Format.Number(counts.Min(), 1)} .. {Format.Number(counts.Max(), 1)}",
        ];

    /// <summary>
    /// Steps through a runner for <c>count</c>, in a process of its own, because a process that has
    /// children of its own hears of each of their steps, and takes one for the child's end.
    /// </summary>
    public static Command CreateStep()
    {
        Argument<int> process = new("process");
        Argument<ulong> start = new("start");
        Argument<ulong> length = new("length");
        Command command = new(StepLog.Command, "Step through a process of the suite, for the suite itself.") { process, start, length };
        command.Hidden = true;
        command.SetAction(arguments => StepLog.Write(
            arguments.GetValue(process),
            new CallCounter(new CodeRange(arguments.GetValue(start), arguments.GetValue(length), ""))));
        return command;
    }
}
