using System.Text.Json.Serialization;

namespace AsyncBenchmarks.Results;

/// <summary>Everything a report needs to know about a run.</summary>
internal sealed record RunResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    public required Origin Origin { get; init; }

    /// <summary>How much time was spent on each case.</summary>
    public required RunKind Kind { get; init; }

    /// <summary>Whether every case that was asked for is there.</summary>
    public required bool Complete { get; init; }

    public required IReadOnlyList<RuntimeInfo> Runtimes { get; init; }

    /// <summary>The times in which it was measured: one, and one more for every time the run was resumed.</summary>
    /// <summary>The times in which it was measured: one, and one more for every time the run was resumed.</summary>
    public IReadOnlyList<Session> Sessions { get; init; } = [];

    /// <summary>How it was measured; null in files of an older format.</summary>
    public RaceSettings? Race { get; init; }

    /// <summary>Reasons to distrust the times, such as a machine that was not quiet.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    public required IReadOnlyList<ScenarioInfo> Scenarios { get; init; }

    /// <summary>The rows, in the order of the tables.</summary>
    public required IReadOnlyList<CaseResult> Cases { get; init; }

    /// <summary>The runtimes on which nothing could run.</summary>
    public IEnumerable<RuntimeInfo> MissingRuntimes() =>
        Runtimes.Where(runtime => runtime.NotFound is not null && Cases.All(row => row.Runtime != runtime.Id || row.Measurement is null));

    /// <summary>The libraries that were asked for and not found; one that the host lacks may be there on another runtime.</summary>
    public IEnumerable<Library> MissingLibraries() => Origin.Libraries.Where(library =>
        library.NotFound is not null
        && Cases.All(row => row.Library != library.Name || row.Outcome == CaseOutcome.NotAvailable));

    /// <summary>The rows of what is missing altogether.</summary>
    public IEnumerable<CaseResult> RowsOfMissing()
    {
        HashSet<string> missing = [.. MissingRuntimes().Select(runtime => runtime.Id),
            .. MissingLibraries().Select(library => library.Name)];
        return Cases.Where(row => missing.Contains(row.Runtime) || missing.Contains(row.Library));
    }
}

/// <summary>How much time was spent on each case.</summary>
internal enum RunKind
{
    /// <summary>As long as it takes for numbers that can be published.</summary>
    Full,

    /// <summary>Minutes for everything: good for a first look, not for quoting.</summary>
    Quick,

    /// <summary>Every case once, to see that it works; times mean nothing.</summary>
    Smoke,
}

/// <summary>How often and how long the processes of a case work.</summary>
/// <param name="MostLaunches">How often at most, where the interval of a row is still too wide.</param>
/// <param name="Rounds">Rounds per launch; in each, every process works for one slice.</param>
internal sealed record RaceSettings(int Launches, int MostLaunches, int Rounds, double SliceMilliseconds)
{
    /// <summary>The variables added to the environment of every process.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}

internal sealed record ScenarioInfo(string Name, string Description, IReadOnlyList<string> Notes);

/// <summary>One row of a table: a case on a runtime.</summary>
internal sealed record CaseResult
{
    /// <summary>Behind the reference's name, the name of the row in which it races against itself.</summary>
    public const string AgainSuffix = " (again)";

    /// <summary>The case's name, the same in every run.</summary>
    [JsonIgnore]
    public string Case => string.Join('/', Values.Prepend(Row).Prepend(Scenario));

    /// <summary>The scenario and its parameters: rows with the same text did the same work.</summary>
    [JsonIgnore]
    public string Title => string.Join(", ", Values.Prepend(Scenario));

    /// <summary>The parameters, such as "Pending=True".</summary>
    [JsonIgnore]
    public IEnumerable<string> Values => Parameters.Select(parameter => $"{parameter.Key}={parameter.Value}");

    public required string Scenario { get; init; }
    public required string Row { get; init; }

    /// <summary>The library's name; by itself the row's.</summary>
    public string Library
    {
        get => field ?? Row;
        init;
    }

    public required string Runtime { get; init; }
    public required OrderedDictionary<string, string> Parameters { get; init; }
    public CaseOutcome Outcome { get; init; }
    public string? Reason { get; init; }
    public Measurement? Measurement { get; init; }

    /// <summary>Time against the reference's, from the same slices as the time; null where there was nothing to compare with.</summary>
    public RatioEstimate? Ratio { get; init; }

    /// <summary>The reference's second process divided by its first: the error of the measurement itself.</summary>
    public RatioEstimate? Again { get; init; }

    /// <summary>The row that <see cref="Ratio"/> is to.</summary>
    public string? Reference { get; init; }

    /// <summary>Whether the others are compared with it.</summary>
    [JsonIgnore]
    public bool IsReference => Reference == Row;
}

internal enum CaseOutcome
{
    Measured,

    /// <summary>It was known beforehand that there is nothing to measure, and why.</summary>
    NotAvailable,

    /// <summary>It was known beforehand that it fails, and it did.</summary>
    KnownFailure,

    /// <summary>It should have worked and did not.</summary>
    Failed,
}

/// <summary>A case's numbers, each for one operation, all from the same processes.</summary>
internal sealed record Measurement
{
    /// <summary>The median time in nanoseconds, over all slices; null in results that were converted from an older format.</summary>
    public double? Median { get; init; }

    /// <summary>How many processes measured it, one after another.</summary>
    public int Launches { get; init; }

    /// <summary>The share of the time in which others had the processor; that time was not counted.</summary>
    public double Disturbed { get; init; }

    /// <summary>Collections of each generation per 1,000 operations.</summary>
    public double Gen0 { get; init; }
    public double Gen1 { get; init; }
    public double Gen2 { get; init; }

    /// <summary>Allocated bytes; null where the runtime can't tell.</summary>
    public long? Allocated { get; init; }

    /// <summary>Bytes that stay alive for one more operation in flight; null where operations can't be in flight together.</summary>
    public long? Survived { get; init; }

    public IReadOnlyList<FigureResult> Figures { get; init; } = [];
}

/// <summary>How a row's time relates to another's.</summary>
/// <param name="Median">The median, over all rounds, of the ratio within a round.</param>
/// <param name="Lower">Where its 99.9 % confidence interval begins; null where there was too little to tell.</param>
internal sealed record RatioEstimate(double Median, double? Lower, double? Upper)
{
    /// <summary>An interval that reaches further than this share of the median is wide, and gets more launches.</summary>
    public const double Narrow = 0.1;

    /// <summary>Whether its interval is wide, by the digits that a published file has: a race and its readers have to agree.</summary>
    [JsonIgnore]
    public bool IsWide => Lower is { } lower && Upper is { } upper && Math.Round(Math.Max(Of(upper) - 1, 1 - Of(lower)), 2) > Narrow;

    [JsonIgnore]
    public Verdict Verdict => Upper < 1 ? Verdict.Win : Lower > 1 ? Verdict.Loss : Verdict.CannotTell;

    /// <summary>
    /// The same with an interval that includes another estimate of it. Where the machine changed its speed in the middle, the medians'
    /// ratio differs from the ratios' median: then the interval has to say so.
    /// </summary>
    public RatioEstimate Including(double other) => Lower is null || Upper is null ? this
        : this with { Lower = Math.Min(Lower.Value, other), Upper = Math.Max(Upper.Value, other) };

    private double Of(double bound) => ResultFile.Round(bound) / ResultFile.Round(Median);

    /// <summary>The ratio of two rows with one reference; their relative errors are independent, so the squares add up.</summary>
    public RatioEstimate DividedBy(RatioEstimate other)
    {
        double median = Median / other.Median;
        return new RatioEstimate(median, Bound(-1, Median / Lower, other.Upper / other.Median),
            Bound(1, Upper / Median, other.Median / other.Lower));

        double? Bound(int direction, double? mine, double? its) => mine is { } one && its is { } two
            ? median * Math.Exp(direction * Math.Sqrt(Math.Pow(Math.Log(one), 2) + Math.Pow(Math.Log(two), 2)))
            : null;
    }
}

/// <summary>Faster or slower than the reference, with the whole interval, or neither.</summary>
internal enum Verdict
{
    CannotTell,
    Win,
    Loss,
}

/// <summary>A number that only its scenario has: a column of that scenario's table.</summary>
/// <param name="Value">The median over the launches; null where the runtime doesn't have it.</param>
internal sealed record FigureResult(string Name, double? Value, FigureUnit Unit)
{
    /// <summary>The ratio of its mean to the reference's; null where there was nothing to compare with.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RatioEstimate? Ratio { get; init; }

    /// <summary>The median of each figure over the launches that have it.</summary>
    internal static IReadOnlyList<FigureResult> Medians(IEnumerable<IReadOnlyList<FigureResult>> launches) =>
    [
        .. launches.SelectMany(figures => figures).GroupBy(figure => figure.Name).Select(same =>
        {
            double[] values = [.. same.Select(figure => figure.Value).OfType<double>()];
            return same.First() with { Value = values.Length == 0 ? null : Statistics.Median.Of(values) };
        }),
    ];
}
