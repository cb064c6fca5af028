using System.Collections.Concurrent;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Racing;

/// <summary>
/// Compares cases on a machine whose speed changes: their processes take turns in slices so short that the machine is
/// the same for all slices of a round. Exactly one process works at any time, once all have warmed up. Work that runs once has no slices:
/// there, the processes take turns as a whole.
/// </summary>
internal sealed class Race(ProgramCommand runner, RaceOptions options, IProgress<RaceProgress> progress)
{
    private string? _runtime;

    /// <summary>Races; the first competitor is the reference. Stopping it early keeps the rounds that were finished.</summary>
    public async Task<RaceOutcome> RunAsync(IReadOnlyList<CaseProcess> competitors, CancellationToken cancellationToken)
    {
        RaceLog[] logs = [.. competitors.Select(competitor => new RaceLog(competitor))];
        try
        {
            for (int launch = 1; launch <= options.Launches && logs[0].Failure is null; launch++)
            {
                await (competitors[0].Case.RunsOnce
                    ? RunOnceAsync(launch, logs, cancellationToken)
                    : LaunchAsync(launch, logs, cancellationToken));
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new RaceOutcome(_runtime, logs, Interrupted: true);
        }

        return new RaceOutcome(_runtime, logs, Interrupted: false);
    }

    private async Task LaunchAsync(int launch, RaceLog[] logs, CancellationToken cancellationToken)
    {
        ConcurrentDictionary<RaceLog, RunnerProcess> lanes = [];
        try
        {
            // Warming up isn't measured, so that two may do it at a time where there are two processors.
            foreach (RaceLog[] together in logs.Where(log => log.Failure is null).Chunk(Math.Min(Environment.ProcessorCount, 2)))
            {
                progress.Report(new RaceProgress(launch, 0, string.Join(", ", together.Select(log => log.Competitor.Name)),
                    together.Length));
                await Task.WhenAll(together.Select(log => GoOnAsync(log, () => StartAsync(log))));
            }

            Random random = new(launch);
            for (int round = 1; round <= options.Rounds && logs[0].Failure is null; round++)
            {
                progress.Report(new RaceProgress(launch, round, null, 0));

                // Another order every round, so that no competitor always runs after the same neighbour.
                RaceLog[] order = [.. logs.Where(log => log.Failure is null)];
                random.Shuffle(order);
                foreach (RaceLog log in order)
                {
                    await GoOnAsync(log, async () => log.Launches[^1].Add(await lanes[log].WorkAsync(options.Slice, cancellationToken)));
                }
            }

            foreach (RaceLog log in logs.Where(log => log.Failure is null))
            {
                await GoOnAsync(log, async () => log.Figures.Add(await lanes[log].FiguresAsync(cancellationToken)));
            }
        }
        finally
        {
            await Task.WhenAll(lanes.Values.Select(lane => lane.DisposeAsync().AsTask()));
        }

        async Task StartAsync(RaceLog log)
        {
            RunnerProcess lane = lanes[log] = Start(log);
            _runtime = await lane.SetUpAsync(log.Competitor, cancellationToken);
            await lane.WarmUpAsync(options.WarmUp, cancellationToken);
            if (!log.Competitor.Case.UsesThreads)
            {
                // All on the same one: two processors of a shared machine may run at different speeds.
                lane.TryKeepOnProcessor(launch - 1);
            }
        }

        async Task GoOnAsync(RaceLog log, Func<Task> action)
        {
            if (!await TryAsync(log, action, cancellationToken))
            {
                lanes.Remove(log, out RunnerProcess? lane);
                await lane!.DisposeAsync();
            }
        }
    }

    /// <summary>Has each process do its work once, alone: the whole work is the one slice of the launch.</summary>
    private async Task RunOnceAsync(int launch, RaceLog[] logs, CancellationToken cancellationToken)
    {
        RaceLog[] order = [.. logs.Where(log => log.Failure is null)];
        new Random(launch).Shuffle(order);
        foreach (RaceLog log in order)
        {
            progress.Report(new RaceProgress(launch, 0, log.Competitor.Name, 1));
            await using RunnerProcess process = Start(log);
            await TryAsync(
                log,
                async () =>
                {
                    _runtime = await process.SetUpAsync(log.Competitor, cancellationToken);
                    log.Launches[^1].Add(await process.RunOnceAsync(cancellationToken));
                    log.Figures.Add(await process.FiguresAsync(cancellationToken));
                },
                cancellationToken);
        }
    }

    /// <summary>Does a step of a competitor, which is out of the race if its process fails.</summary>
    /// <returns>False if it has failed.</returns>
    private static async Task<bool> TryAsync(RaceLog log, Func<Task> step, CancellationToken cancellationToken)
    {
        try
        {
            await step();
            return true;
        }
        catch (RunnerException exception)
        {
            await ChildProcesses.RuleOutInterruptionAsync(cancellationToken);
            log.Failure = exception.Message;
            return false;
        }
    }

    private RunnerProcess Start(RaceLog log)
    {
        log.Launches.Add([]);
        return RunnerProcess.Start(runner, log.Competitor.Environment(others: options.Environment));
    }
}

/// <summary>How long and how often to race.</summary>
internal sealed record RaceOptions
{
    /// <summary>
    /// Times every competitor is started afresh: a launch is what decides memory layout and what the JIT learns.
    /// The interval is less than half as wide with eight as with five, and hardly narrower with more rounds.
    /// </summary>
    public int Launches { get; init; } = 8;

    /// <summary>Rounds per launch; in each, every competitor works for one slice.</summary>
    public int Rounds { get; init; } = 20;

    /// <summary>Short against the minutes within which the machine changes its speed, long against waking up.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(30);

    /// <summary>The warm-up of a fresh process before the first round, until the JIT has nothing left to improve.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Environment variables for every process, such as a switch of the runtime.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>The settings, as results record them.</summary>
    public RaceSettings Settings => new(Launches, Rounds, Slice.TotalMilliseconds);

    /// <summary>About how long so many competitors take.</summary>
    public TimeSpan Estimate(int competitors) => Launches * competitors * (PerStart + (Rounds * PerSlice));

    /// <summary>About how long a group takes.</summary>
    public TimeSpan Estimate(RaceGroup group) =>
        group.RunsOnce ? Launches * group.Competitors.Count * PerRun : Estimate(group.Competitors.Count);

    /// <summary>About how long a process takes whose work runs once.</summary>
    public static TimeSpan PerRun { get; } = TimeSpan.FromSeconds(13.7);

    /// <summary>About how long starting one takes; two start at a time.</summary>
    public TimeSpan PerStart => (WarmUp + TimeSpan.FromMilliseconds(250)) / Math.Min(System.Environment.ProcessorCount, 2);

    /// <summary>About how long a slice takes.</summary>
    public TimeSpan PerSlice => Slice * 1.2;
}

/// <summary>How far a race has come.</summary>
/// <param name="Launch">From 1.</param>
/// <param name="Round">0 while the processes start and warm up, and for work that runs once.</param>
/// <param name="Starting">The competitors that are being started, or the one that runs once; null once the rounds have begun.</param>
/// <param name="Starts">How many these are.</param>
internal readonly record struct RaceProgress(int Launch, int Round, string? Starting, int Starts);

/// <summary>The outcome of a race.</summary>
/// <param name="Runtime">The runtime's description of itself; null when no runner got so far.</param>
/// <param name="Logs">One per competitor, in their order; the first is the reference.</param>
/// <param name="Interrupted">Whether it was stopped before its last round.</param>
internal sealed record RaceOutcome(string? Runtime, IReadOnlyList<RaceLog> Logs, bool Interrupted);

/// <summary>Everything one competitor did in a race.</summary>
internal sealed class RaceLog(CaseProcess competitor)
{
    public CaseProcess Competitor => competitor;

    /// <summary>Slices of each launch; the n-th slice of a launch belongs to the n-th round for every competitor.</summary>
    public List<List<SliceResult>> Launches { get; } = [];

    /// <summary>The work's own figures at the end of each launch that was not stopped.</summary>
    public List<IReadOnlyList<FigureResult>> Figures { get; } = [];

    /// <summary>Why it is out of the race; null while it runs.</summary>
    public string? Failure { get; set; }
}
