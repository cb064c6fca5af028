using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Runtimes;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Measuring;

/// <summary>
/// The time of a run that each case gets, in BenchmarkDotNet and in the runner. Counts are fixed, so that all rows get the same.
/// </summary>
internal sealed record Schedule
{
    /// <summary>The time to start a process, set a case up and measure survived bytes.</summary>
    private static readonly TimeSpan s_start = TimeSpan.FromSeconds(0.7);

    /// <summary>How many processes measure the case, one after another.</summary>
    public required int Launches { get; init; }

    /// <summary>The warm-up of a process before it is measured, until the JIT has nothing left to improve.</summary>
    public required TimeSpan WarmUp { get; init; }

    /// <summary>BenchmarkDotNet's own warm-up on top.</summary>
    public required int WarmUpIterations { get; init; }

    /// <summary>Measured iterations of a launch.</summary>
    public required int Iterations { get; init; }

    /// <summary>How long an iteration works at least; with BenchmarkDotNet, which doubles until it is enough, up to twice as
    /// long.</summary>
    public required TimeSpan IterationTime { get; init; }

    /// <summary>Iterations of work that is prepared before each and then runs once, for milliseconds: shorter ones, so more of
    /// them.</summary>
    public required int PreparedIterations { get; init; }

    /// <summary>How measured cases race for their ratios; null where they don't.</summary>
    public RaceOptions? Race { get; init; }

    public static Schedule Of(RunKind kind) => kind switch
    {
        RunKind.Full => new Schedule
        {
            Launches = 3,
            WarmUp = TimeSpan.FromMilliseconds(800),
            WarmUpIterations = 2,
            Iterations = 12,
            IterationTime = TimeSpan.FromMilliseconds(100),
            PreparedIterations = 100,
            Race = new RaceOptions { Launches = 5, Rounds = 20 },
        },
        RunKind.Quick => new Schedule
        {
            Launches = 1,
            WarmUp = TimeSpan.FromMilliseconds(500),
            WarmUpIterations = 1,
            Iterations = 6,
            IterationTime = TimeSpan.FromMilliseconds(60),
            PreparedIterations = 40,

            // A slice is as short as noise allows: the more rounds in the same time, the less the median's error.
            Race = new RaceOptions
            {
                Launches = 2,
                Rounds = 30,
                Slice = TimeSpan.FromMilliseconds(12),
                WarmUp = TimeSpan.FromMilliseconds(500),
            },
        },
        // Bytes are exact in one process, and time is told by the race.
        RunKind.Published => Of(RunKind.Full) with { Launches = 1 },
        RunKind.Smoke => new Schedule
        {
            Launches = 1,
            WarmUp = TimeSpan.Zero,
            WarmUpIterations = 0,
            Iterations = 1,
            IterationTime = TimeSpan.Zero,
            PreparedIterations = 1,
        },
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    /// <summary>The cases that a runtime will probably have; none on one that is missing.</summary>
    public static IEnumerable<Case> Measurable(Runtime runtime, IEnumerable<Case> cases) =>
        runtime.Missing is null ? cases.Where(each => each.Availability.Create is not null) : [];

    /// <summary>About how long a run takes, with what has to be built.</summary>
    public static TimeSpan Estimate(RunKind kind, IEnumerable<Runtime> runtimes, IReadOnlyList<Case> cases, Func<Runtime, Case,
        bool> isFinished) =>
        runtimes.Aggregate(TimeSpan.Zero, (sum, runtime) =>
        {
            Case[] waiting = [.. Measurable(runtime, cases).Where(each => !isFinished(runtime, each))];

            // In each group the reference has a second lane.
            Case[] racing = [.. waiting.Where(each => !each.RunsOnce)];
            int lanes = racing.Length + racing.Select(each => each.Title).Distinct().Count();
            TimeSpan races = Of(kind).Race?.Estimate(lanes) ?? TimeSpan.Zero;
            return sum
                + (waiting.Length > 0 ? runtime.BuildTime + races : TimeSpan.Zero)
                + TimeSpan.FromTicks(waiting.Sum(each => Estimate(kind, each.RunsOnce).Ticks));
        });

    /// <summary>About how long a case takes, all launches together.</summary>
    public static TimeSpan Estimate(RunKind kind, bool runsOnce) => (kind, runsOnce) switch
    {
        (RunKind.Smoke, true) => TimeSpan.FromSeconds(1.2),
        (_, true) => Of(kind).Launches * RaceOptions.PerRun,
        (RunKind.Full, _) => TimeSpan.FromSeconds(14),
        (RunKind.Published, _) => TimeSpan.FromSeconds(3.5),
        (RunKind.Quick, _) => TimeSpan.FromSeconds(1.4),
        _ => s_start,
    };
}
