using System.Text.Json.Serialization;

namespace AsyncBenchmarks.Results;

/// <summary>Everything a report needs to know about races.</summary>
public sealed record RaceResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    /// <summary>Where the numbers come from.</summary>
    public required Origin Origin { get; init; }

    /// <summary>The runtime; the first where there are several, because each race has its own.</summary>
    public required RuntimeInfo Runtime { get; init; }

    /// <summary>How often every process was started.</summary>
    public required int Launches { get; init; }

    /// <summary>Rounds per launch.</summary>
    public required int Rounds { get; init; }

    /// <summary>The length of a slice.</summary>
    public required double SliceMilliseconds { get; init; }

    /// <summary>The variables added to the environment of every process.</summary>
    public required IReadOnlyDictionary<string, string> Environment { get; init; }

    /// <summary>The time in which it was measured; empty in older files.</summary>
    public IReadOnlyList<Session> Sessions { get; init; } = [];

    /// <summary>Reasons to distrust the ratios.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The races.</summary>
    public required IReadOnlyList<RaceResult> Races { get; init; }

    /// <summary>The runtime of one of the races.</summary>
    public RuntimeInfo RuntimeOf(RaceResult race) => race.Runtime ?? Runtime;
}

/// <summary>How often and how long the processes of a race work.</summary>
/// <param name="Launches">How often every process is started.</param>
/// <param name="Rounds">Rounds per launch; in each, every process works for one slice.</param>
/// <param name="SliceMilliseconds">The length of a slice.</param>
public sealed record RaceSettings(int Launches, int Rounds, double SliceMilliseconds);

/// <summary>One race: what did the same work, against one reference.</summary>
/// <param name="Title">The scenario and its parameters.</param>
/// <param name="Interrupted">Whether it was stopped before its last round.</param>
/// <param name="Disturbed">The share of the time in which others had the processor; that time was not counted.</param>
/// <param name="Rows">The competitors; the first is the reference.</param>
public sealed record RaceResult(string Title, bool Interrupted, double Disturbed, IReadOnlyList<RaceRow> Rows)
{
    /// <summary>Behind the reference's name, the name of the lane in which it races against itself.</summary>
    public const string AgainSuffix = " (again)";

    /// <summary>The share of disturbed time above which readers are told that the machine was not quiet.</summary>
    public const double WorthAWarning = 0.05;

    /// <summary>The runtime; null in older files, whose races all ran on the same one.</summary>
    public RuntimeInfo? Runtime { get; init; }

    /// <summary>The ratio of the lane in which the reference races against itself: the race's own error. Null without that lane.</summary>
    [JsonIgnore]
    public RatioEstimate? Again => Rows.Skip(1).FirstOrDefault(row => row.Case == Rows[0].Case)?.Ratio;
}

/// <summary>The result of one competitor.</summary>
public sealed record RaceRow
{
    /// <summary>The row's name.</summary>
    public required string Name { get; init; }

    /// <summary>The case it worked on.</summary>
    public required string Case { get; init; }

    /// <summary>Whether it has numbers.</summary>
    public CaseOutcome Outcome { get; init; }

    /// <summary>Why it has none.</summary>
    public string? Reason { get; init; }

    /// <summary>The median time of an operation in nanoseconds, over all slices: an orientation, not for comparing.</summary>
    public double? Median { get; init; }

    /// <summary>Bytes an operation allocates; null where the runtime can't tell.</summary>
    public long? Allocated { get; init; }

    /// <summary>Time against the reference's; null for the reference itself.</summary>
    public RatioEstimate? Ratio { get; init; }

    /// <summary>The ratios within the rounds, a list per launch: what the estimate was made of.</summary>
    public IReadOnlyList<IReadOnlyList<double>> Ratios { get; init; } = [];

    /// <summary>The figures of the scenario's own; empty in older files.</summary>
    public IReadOnlyList<RaceFigure> Figures { get; init; } = [];
}

/// <summary>A scenario's own figure of one competitor.</summary>
/// <param name="Figure">The median over the launches.</param>
/// <param name="Ratio">Of a time: against the reference's, launch by launch; null for the reference itself.</param>
public sealed record RaceFigure(FigureResult Figure, RatioEstimate? Ratio);

/// <summary>How a competitor's time relates to the reference's.</summary>
/// <param name="Median">The median, over all rounds, of the ratio within a round.</param>
/// <param name="Lower">Where its 99.9 % confidence interval begins; null where there was too little to tell.</param>
/// <param name="Upper">Where it ends.</param>
public sealed record RatioEstimate(double Median, double? Lower, double? Upper)
{
    /// <summary>Faster, slower, or can't be told.</summary>
    public Verdict Verdict => Upper < 1 ? Verdict.Win : Lower > 1 ? Verdict.Loss : Verdict.CannotTell;
}

/// <summary>The faster of two, or neither.</summary>
public enum Verdict
{
    /// <summary>1.00 is inside the interval, or there is none.</summary>
    [JsonStringEnumMemberName("=")]
    CannotTell,

    /// <summary>Faster than the reference: the whole interval is below 1.00.</summary>
    Win,

    /// <summary>Slower than the reference: the whole interval is above 1.00.</summary>
    Loss,
}
