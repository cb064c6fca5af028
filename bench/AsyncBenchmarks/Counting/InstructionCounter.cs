using System.ComponentModel;

namespace AsyncBenchmarks.Counting;

/// <summary>Counts the instructions of cases, each in a process of its own that is stepped through when it is warm.</summary>
/// <param name="warmUp">How long a process works before it is counted.</param>
internal sealed class InstructionCounter(ProgramCommand runner, TimeSpan warmUp, IReadOnlyDictionary<string, string> environment)
{
    /// <summary>Milliseconds until the just-in-time compiler has nothing left to improve.</summary>
    public const int UsualWarmUp = 4_000;

    /// <summary>In parts, with an answer after each: between them the runtime's own threads compile.</summary>
    private const int WarmUps = 4;

    /// <summary>More of the time than this in other threads is part of the work, and would not be counted.</summary>
    private const double OthersShare = 0.1;

    private const int Looks = 6;

    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(400);

    /// <summary>The runtime's description of itself; null before a runner has started.</summary>
    public string? Runtime { get; private set; }

    public async Task<CountRow> CountAsync(CaseProcess of, CancellationToken cancellationToken)
    {
        if (of.NotAvailable is { } reason)
        {
            return new CountRow(of, CaseOutcome.NotAvailable, reason);
        }

        Dictionary<string, string> variables = new(of.Environment(others: environment)) { [Haste.Variable] = Haste.Stepped };
        variables.TryAdd(CodeMap.Variable, "1");
        RunnerProcess process = RunnerProcess.Start(runner, variables);
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
            await ChildProcess.RuleOutInterruptionAsync(cancellationToken);
            (CaseOutcome outcome, string why) = of.Explain(exception.Message);
            return new CountRow(of, outcome, why);
        }
        catch (Exception exception) when (exception is Win32Exception or IOException or ArgumentException or InvalidOperationException)
        {
            return new CountRow(of, CaseOutcome.Failed, exception is Win32Exception
                ? $"The process can't be stepped through (ptrace: {exception.Message}). In a container, allow SYS_PTRACE."
                : $"The process has ended, or has written no map of its compiled methods: {exception.Message}");
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
            await process.WarmUpAsync(warmUp / WarmUps, cancellationToken);
        }

        // The runtime's own threads may still be compiling: who looks again sees them idle, and other work's threads busy.
        double others = 1;
        for (int i = 0; i < Looks && others > OthersShare; i++)
        {
            (TimeSpan first, TimeSpan all) = WorkTime(process.Id);
            await process.WorkAsync(s_look, cancellationToken);
            (TimeSpan firstNow, TimeSpan allNow) = WorkTime(process.Id);
            others = allNow > all ? 1 - ((firstNow - first) / (allNow - all)) : 0;
        }

        if (others > OthersShare)
        {
            return new CountRow(of, CaseOutcome.NotAvailable, "Several threads work here and wait for each other, which can't be counted.");
        }

        int operations = await process.OperationsPerRunAsync(cancellationToken);
        CodeRange? run = CodeMap.Read(process.Id).Find("PartMeter", "RunBatch");
        if (run is null)
        {
            return new CountRow(of, CaseOutcome.Failed, "The method that runs the work is not in the runtime's map of compiled methods.");
        }

        // Process and counter take turns, and waking up another processor takes longer than all the rest.
        process.TryKeepOnProcessor(0);
        process.RunOn();
        StepLog log = await StepLog.ReadAsync(Stepping(process.Id, run), cancellationToken);
        return log.Calls.Count > 0
            ? Counted(of, log, operations, CodeMap.Read(process.Id))
            : new CountRow(of, CaseOutcome.NotAvailable, $"One run takes more than {CallCounter.Most / 1_000_000} million instructions.");
    }

    private static ProgramCommand Stepping(int process, CodeRange run) => new(
        DotNet.Executable,
        [
            typeof(InstructionCounter).Assembly.Location,
            StepLog.Command,
            .. new[] { (ulong)process, run.Start, run.Length }.Select(number => number.ToString(CultureInfo.InvariantCulture)),
        ]);

    /// <summary>The processor time of a process's first thread, and of all its threads.</summary>
    private static (TimeSpan First, TimeSpan All) WorkTime(int processId)
    {
        using Process process = Process.GetProcessById(processId);
        ProcessThread first = process.Threads.Cast<ProcessThread>().First(thread => thread.Id == processId);
        return (first.TotalProcessorTime, process.TotalProcessorTime);
    }

    private static CountRow Counted(CaseProcess of, StepLog log, int operations, CodeMap map)
    {
        double perCall = log.Calls.Count * (double)operations;
        return new CountRow(of, CaseOutcome.Measured)
        {
            Instructions = [.. log.Calls.Select(call => call / (double)operations)],
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
}

internal sealed record CountRow(CaseProcess Of, CaseOutcome Outcome, string? Reason = null)
{
    /// <summary>Those of an operation in each counted run. In one of them, a signal's handler or a pool's exchange may be.</summary>
    public IReadOnlyList<double> Instructions { get; init; } = [];

    /// <summary>Where they are, over all runs; the greatest first.</summary>
    public IReadOnlyList<CountedFunction> Functions { get; init; } = [];
}

/// <param name="Name">The function; of native code, the file.</param>
/// <param name="Instructions">Its own, without those of what it calls.</param>
/// <param name="Calls">How often it is called; 0 of native code.</param>
internal sealed record CountedFunction(string Name, double Instructions, double Calls);
