using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Counting;

/// <summary>Counts the instructions of cases, each in a process of its own that is stepped through when it is warm.</summary>
internal sealed class InstructionCounter
{
    /// <summary>In parts, with an answer after each: between them the runtime's own threads compile.</summary>
    private const int WarmUps = 4;

    /// <summary>More of the time than this in other threads is part of the work, and would not be counted.</summary>
    private const double OthersShare = 0.1;

    private const int Looks = 6;

    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(400);

    private readonly ProgramCommand _runner;
    private readonly CountOptions _options;

    public InstructionCounter(ProgramCommand runner, CountOptions options)
    {
        _runner = runner;
        _options = options;
    }

    /// <summary>The runtime's description of itself; null before a runner has started.</summary>
    public string? Runtime { get; private set; }

    /// <summary>Counts one case; what can't be counted has the reason.</summary>
    public async Task<CountRow> CountAsync(CaseProcess of, CancellationToken cancellationToken)
    {
        if (of.NotAvailable is { } reason)
        {
            return Missing(of, CaseOutcome.NotAvailable, reason);
        }

        Dictionary<string, string> environment = new()
        {
            [CodeMap.Variable] = "1",
            [Haste.Variable] = Haste.Stepped,
        };
        foreach ((string name, string value) in of.Environment(others: _options.Environment))
        {
            environment[name] = value;
        }

        RunnerProcess process = RunnerProcess.Start(_runner, environment);
        int id = process.Id;
        try
        {
            await using (process)
            {
                return await CountAsync(of, process, cancellationToken);
            }
        }
        catch (RunnerException exception)
        {
            await ChildProcesses.RuleOutInterruptionAsync(cancellationToken);
            (CaseOutcome outcome, string why) = of.Explain(exception.Message);
            return Missing(of, outcome, why);
        }
        catch (Win32Exception exception)
        {
            return Missing(of, CaseOutcome.Failed,
                $"The process can't be stepped through (ptrace: {exception.Message}). In a container, allow SYS_PTRACE.");
        }
        catch (IOException exception)
        {
            return Missing(of, CaseOutcome.Failed,
                $"The process has ended, or written no map of what it has compiled: {exception.Message}");
        }
        finally
        {
            CodeMap.Delete(id);
        }
    }

    private async Task<CountRow> CountAsync(CaseProcess of, RunnerProcess process, CancellationToken cancellationToken)
    {
        Runtime = await process.SetUpAsync(of, cancellationToken);
        for (int i = 0; i < WarmUps; i++)
        {
            await process.WarmUpAsync(_options.WarmUp / WarmUps, cancellationToken);
        }

        // The runtime's own threads may still be compiling: who looks again sees them idle, and other work's threads busy.
        double others = 1;
        for (int i = 0; i < Looks && others > OthersShare; i++)
        {
            ThreadTimes before = ThreadTimes.Read(process.Id);
            await process.WorkAsync(s_look, cancellationToken);
            others = ThreadTimes.Read(process.Id).OthersSince(before);
        }

        if (others > OthersShare)
        {
            return Missing(of, CaseOutcome.NotAvailable, "Several threads work here and wait for each other, which can't be counted.");
        }

        int operations = await process.OperationsPerRunAsync(cancellationToken);
        CodeRange? run = CodeMap.Read(process.Id).Find("PartMeter", "RunBatch");
        if (run is null)
        {
            return Missing(of, CaseOutcome.Failed, "What runs the work is not in the map of what the runtime has compiled.");
        }

        process.RunOn();
        StepLog log = await StepLog.ReadAsync(Stepping(process.Id, run), cancellationToken);
        return log.Calls.Count > 0
            ? Counted(of, log, operations, CodeMap.Read(process.Id))
            : Missing(of, CaseOutcome.NotAvailable, $"One run takes more than {_options.Most / 1_000_000} million instructions.");
    }

    private ProgramCommand Stepping(int process, CodeRange run) => new(
        DotNet.Executable,
        [
            typeof(InstructionCounter).Assembly.Location,
            StepLog.Command,
            .. new[] { (ulong)process, run.Start, run.Length, (ulong)_options.Enough, (ulong)_options.Most }
                .Select(number => number.ToString(CultureInfo.InvariantCulture)),
        ]);

    private static CountRow Counted(CaseProcess of, StepLog log, int operations, CodeMap map)
    {
        double perCall = log.Calls.Count * (double)operations;
        return new CountRow
        {
            Name = of.Name,
            Case = of.Id,
            Outcome = CaseOutcome.Measured,
            Runs = log.Calls.Count,
            Instructions = Median.Of(log.Calls.Select(call => (double)call)) / operations,
            Least = log.Calls.Min() / (double)operations,
            Most = log.Calls.Max() / (double)operations,
            Functions =
            [
                .. log.Counts
                    .GroupBy(count => map.NameOf(count.Key))
                    .Select(function => new CountedFunction(
                        function.Key,
                        function.Sum(count => count.Value) / perCall,
                        function.Where(count => map.IsEntry(count.Key)).Sum(count => count.Value) / perCall))
                    .OrderByDescending(function => function.Instructions),
            ],
        };
    }

    private static CountRow Missing(CaseProcess of, CaseOutcome outcome, string? reason) => new()
    {
        Name = of.Name,
        Case = of.Id,
        Outcome = outcome,
        Reason = reason,
    };
}

/// <summary>The counted instructions of one case, per operation.</summary>
internal sealed record CountRow
{
    /// <summary>The row's name.</summary>
    public required string Name { get; init; }

    /// <summary>The case.</summary>
    public required string Case { get; init; }

    /// <summary>Whether it has numbers.</summary>
    public required CaseOutcome Outcome { get; init; }

    /// <summary>Why it has none.</summary>
    public string? Reason { get; init; }

    /// <summary>How many runs were counted.</summary>
    public int Runs { get; init; }

    /// <summary>Instructions, in the run in the middle.</summary>
    public double? Instructions { get; init; }

    /// <summary>Instructions in the run with the fewest.</summary>
    public double? Least { get; init; }

    /// <summary>Instructions in the run with the most: a signal's handler, or a pool's exchange, may be in it.</summary>
    public double? Most { get; init; }

    /// <summary>Where they are, over all runs; the greatest first.</summary>
    public IReadOnlyList<CountedFunction> Functions { get; init; } = [];
}

/// <summary>The part of an operation's instructions that one function has.</summary>
/// <param name="Name">The function; of native code, the file.</param>
/// <param name="Instructions">Its own, without those of what it calls.</param>
/// <param name="Calls">How often it is called; 0 of native code.</param>
internal sealed record CountedFunction(string Name, double Instructions, double Calls);
