using System.Collections.Concurrent;

namespace AsyncBenchmarks.Racing;

/// <summary>
/// Compares cases on a machine whose speed changes: their processes take turns in slices so short that the machine is
/// the same for all slices of a round. Exactly one process works at any time, once all have warmed up. Work that runs once has no slices:
/// there, the processes take turns as a whole.
/// </summary>
/// <param name="report">Is told what is going on.</param>
internal sealed class Race(ProgramCommand runner, RaceOptions options, Action<string> report)
{
    /// <summary>The runtime's description of itself; null when no runner got so far.</summary>
    public string? Runtime { get; private set; }

    /// <summary>Races; the first competitor is the reference. Each has a log, in their order.</summary>
    public async Task<IReadOnlyList<RaceLog>> RunAsync(IReadOnlyList<CaseProcess> competitors, CancellationToken cancellationToken)
    {
        RaceLog[] logs = [.. competitors.Select(competitor => new RaceLog(competitor))];
        bool isWhole = competitors[0].Case.RunsOnce || options.IsSmoke;
        int launches = isWhole ? options.WholeRuns : options.Launches;
        for (int launch = 1; launch <= launches || (!isWhole && HaveWideGoOn(logs, options.MostLaunches)); launch++)
        {
            Array.ForEach(logs, log => log.Begin());
            await (isWhole ? RunOnceAsync(launch, logs, cancellationToken) : LaunchAsync(launch, logs, cancellationToken));
        }

        return logs;
    }

    /// <summary>
    /// Lets competitors rest whose interval is narrow, or that have had the most launches. One that rested goes on when its interval
    /// has become wide: it includes the ratio of the two times, and the reference's changes as long as anyone goes on.
    /// </summary>
    /// <returns>Whether anyone goes on with the reference, which may take more than the most launches then.</returns>
    internal static bool HaveWideGoOn(IReadOnlyList<RaceLog> logs, int mostLaunches)
    {
        RaceLog reference = logs[0];
        RaceLog[] others = [.. logs.Skip(1).Where(log => log.Failure is null)];
        foreach (RaceLog log in others)
        {
            log.IsResting = log.LaunchCount >= mostLaunches || RatioEstimator.Between(log, reference) is not { IsWide: true };
        }

        return reference.IsRunning && others.Any(log => log.IsRunning);
    }

    private async Task LaunchAsync(int launch, RaceLog[] logs, CancellationToken cancellationToken)
    {
        ConcurrentDictionary<RaceLog, RunnerProcess> lanes = [];
        try
        {
            // Warming up isn't measured, so that two may do it at a time where there are two processors.
            foreach (RaceLog[] together in logs.Where(log => log.IsRunning).Chunk(Math.Min(Environment.ProcessorCount, 2)))
            {
                report($"launch {launch}, {string.Join(", ", together.Select(log => log.Competitor.Name))}");
                await Task.WhenAll(together.Select(log => GoOnAsync(log, () => StartAsync(log))));
            }

            Random random = new(launch);
            for (int round = 1; round <= options.Rounds; round++)
            {
                report($"launch {launch}, round {round} of {options.Rounds}");

                // Another order every round, so that no competitor always runs after the same neighbour.
                RaceLog[] order = [.. logs.Where(log => log.IsRunning)];
                random.Shuffle(order);
                foreach (RaceLog log in order)
                {
                    await GoOnAsync(log, async () => log.Launches[^1].Add(await lanes[log].WorkAsync(options.Slice, cancellationToken)));
                }
            }

            foreach (RaceLog log in logs.Where(log => log.IsRunning))
            {
                await GoOnAsync(log, async () => log.Figures[^1] = await lanes[log].FiguresAsync(cancellationToken));
            }
        }
        finally
        {
            await Task.WhenAll(lanes.Values.Select(lane => lane.DisposeAsync().AsTask()));
        }

        async Task StartAsync(RaceLog log)
        {
            RunnerProcess lane = lanes[log] = Start(log);
            await SetUpAsync(lane, log, launch, cancellationToken);
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
            report($"launch {launch}, {log.Competitor.Name}");
            await using RunnerProcess process = Start(log);
            await TryAsync(
                log,
                async () =>
                {
                    await SetUpAsync(process, log, launch, cancellationToken);
                    log.Launches[^1].Add(await process.RunOnceAsync(cancellationToken));
                    log.Figures[^1] = await process.FiguresAsync(cancellationToken);
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
            await ChildProcess.RuleOutInterruptionAsync(cancellationToken);
            log.Failure = exception.Message;
            return false;
        }
    }

    private async Task SetUpAsync(RunnerProcess process, RaceLog log, int launch, CancellationToken cancellationToken)
    {
        Runtime = await process.SetUpAsync(log.Competitor, cancellationToken);
        log.Survived = launch == 1 ? await process.MeasureSurvivedAsync(cancellationToken) : log.Survived;
    }

    private RunnerProcess Start(RaceLog log)
    {
        RunnerProcess process = RunnerProcess.Start(runner, log.Competitor.Environment(options.IsSmoke, options.Environment));
        if (log.Competitor.Case.HasOneProcessor)
        {
            // Before it has another thread, and before it counts its processors.
            process.TryKeepOnProcessor(0);
        }

        return process;
    }
}

internal sealed record RaceOptions
{
    /// <summary>
    /// Times every competitor is started afresh: a launch is what decides memory layout and what the JIT learns.
    /// More launches make the interval narrower; more rounds hardly do.
    /// </summary>
    public int Launches { get; init; } = 4;

    /// <summary>How often at most, where an interval is not narrow. The reference takes part in each launch, so it may have more.</summary>
    public int MostLaunches { get; init; } = 15;

    /// <summary>Times that work which runs once, for many seconds, is done.</summary>
    public int WholeRuns { get; init; } = 3;

    /// <summary>Rounds per launch; in each, every competitor works for one slice.</summary>
    public int Rounds { get; init; } = 16;

    /// <summary>Much shorter than the minutes in which the machine changes its speed, much longer than waking up a process.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(8);

    /// <summary>The warm-up of a fresh process before the first round, until the JIT has nothing left to improve.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromMilliseconds(800);

    /// <summary>Environment variables for every process, such as a switch of the runtime.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether each case runs once only, to see that it works.</summary>
    public bool IsSmoke { get; init; }

    public RaceSettings Settings => new(Launches, MostLaunches, Rounds, Slice.TotalMilliseconds) { Environment = Environment };

    public static RaceOptions Of(RunKind kind) => kind switch
    {
        // A slice is as short as noise allows: the more rounds in the same time, the less the median's error.
        RunKind.Quick => new RaceOptions
        {
            Launches = 2, MostLaunches = 2, WholeRuns = 1, Rounds = 30, Slice = TimeSpan.FromMilliseconds(12),
            WarmUp = TimeSpan.FromMilliseconds(500),
        },
        RunKind.Smoke => new RaceOptions { Launches = 1, MostLaunches = 1, WholeRuns = 1, IsSmoke = true },
        _ => new RaceOptions(),
    };

    /// <summary>About how long a group takes at least and at most: if no interval is too wide, and if all are.</summary>
    public (TimeSpan Least, TimeSpan Most) Estimate(RaceGroup group)
    {
        int count = group.Competitors.Count;
        if (IsSmoke || group.Competitors[0].Case.RunsOnce)
        {
            TimeSpan time = count * (IsSmoke ? TimeSpan.FromSeconds(0.7) : WholeRuns * TimeSpan.FromSeconds(13.7));
            return (time, time);
        }

        // With the sixteenth that follows the warm-up; two start at a time.
        TimeSpan start = ((WarmUp * 17 / 16) + TimeSpan.FromMilliseconds(350)) / Math.Min(System.Environment.ProcessorCount, 2);
        TimeSpan launch = count * (start + (Rounds * Slice * 1.2));
        return (Launches * launch, MostLaunches * launch);
    }
}

/// <summary>Everything one competitor did in a race.</summary>
internal sealed class RaceLog(CaseProcess competitor)
{
    public CaseProcess Competitor => competitor;

    /// <summary>
    /// Slices of each launch of the race, none where it rested; the n-th slice of a launch belongs to the n-th round for every competitor.
    /// </summary>
    public List<List<SliceResult>> Launches { get; } = [];

    public int LaunchCount => Launches.Count(launch => launch.Count > 0);

    /// <summary>The work's own figures at the end of each launch of the race, none where it rested or was stopped.</summary>
    public List<IReadOnlyList<FigureResult>> Figures { get; } = [];

    /// <summary>Bytes that survive, of the first launch.</summary>
    public long? Survived { get; set; }

    /// <summary>Why it is out of the race; null while it runs.</summary>
    public string? Failure { get; set; }

    /// <summary>Whether it doesn't take part in the next launch, because its interval is narrow enough.</summary>
    public bool IsResting { get; set; }

    public void Begin()
    {
        Launches.Add([]);
        Figures.Add([]);
    }

    public bool IsRunning => Failure is null && !IsResting;

    /// <summary>The median time of an operation in nanoseconds, over all slices.</summary>
    public double Median => Statistics.Median.Of(Launches.SelectMany(launch => launch).Select(slice => slice.NanosecondsPerOperation));
}

/// <summary>Competitors that do the same work: one scenario with the same parameters.</summary>
/// <param name="Competitors">The first is the reference; the second its other process, if there is something to compare.</param>
internal sealed record RaceGroup(string Title, IReadOnlyList<CaseProcess> Competitors)
{
    /// <summary>The groups of some cases, without those that can't be measured.</summary>
    /// <param name="isReference">The test for the reference; where none passes it, the first of a group is the reference.</param>
    /// <param name="hasAgain">Whether the reference races against itself, too, which shows the error of the measurement.</param>
    public static IReadOnlyList<RaceGroup> Create(IEnumerable<CaseProcess> cases, Func<Case, bool> isReference, bool hasAgain = true) =>
    [
        .. cases.Where(each => each.NotAvailable is null).GroupBy(each => each.Case.Title).Select(group =>
        {
            CaseProcess reference = group.FirstOrDefault(each => isReference(each.Case)) ?? group.First();
            CaseProcess[] others = [.. group.Where(each => each != reference)];
            return new RaceGroup(group.Key, others.Length == 0 || !hasAgain || reference.Case.RunsOnce
                ? [reference, .. others]
                : [reference, reference with { Name = reference.Name + CaseResult.AgainSuffix }, .. others]);
        }),
    ];
}
