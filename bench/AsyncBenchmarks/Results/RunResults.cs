using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Results;

/// <summary>Everything a report needs to know about a run.</summary>
public sealed record RunResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    /// <summary>Where the numbers come from.</summary>
    public required Origin Origin { get; init; }

    /// <summary>How much time was spent on each case.</summary>
    public required RunKind Kind { get; init; }

    /// <summary>Whether every case that was asked for is there.</summary>
    public required bool Complete { get; init; }

    /// <summary>The runtimes.</summary>
    public required IReadOnlyList<RuntimeInfo> Runtimes { get; init; }

    /// <summary>The times in which it was measured: one, and one more for every time the run was resumed.</summary>
    public IReadOnlyList<Session> Sessions { get; init; } = [];

    /// <summary>How its ratios were raced; null where none were.</summary>
    public RaceSettings? Race { get; init; }

    /// <summary>Reasons to distrust the times, such as a machine that was not quiet.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The scenarios.</summary>
    public required IReadOnlyList<ScenarioInfo> Scenarios { get; init; }

    /// <summary>The rows, in the order of the tables.</summary>
    public required IReadOnlyList<CaseResult> Cases { get; init; }

    /// <summary>The runtimes on which nothing could run.</summary>
    public IEnumerable<RuntimeInfo> MissingRuntimes() =>
        Runtimes.Where(runtime => runtime.NotFound is not null && Cases.All(row => row.Runtime != runtime.Id || row.Measurement is null));

    /// <summary>The libraries that were asked for and not found; one that the host lacks may be there on another runtime.</summary>
    public IEnumerable<LibraryInfo> MissingLibraries() => Origin.Libraries.Where(library =>
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
public enum RunKind
{
    /// <summary>As long as it takes for numbers that can be published.</summary>
    Full,

    /// <summary>Minutes for everything: good for a first look, not for quoting.</summary>
    Quick,

    /// <summary>Bytes of one process, ratios of five launches: what the documents show.</summary>
    Published,

    /// <summary>Every case once, to see that it works; times mean nothing.</summary>
    Smoke,
}

/// <summary>A scenario as its table describes it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Description">The measured work.</param>
/// <param name="Notes">Lines under its table.</param>
public sealed record ScenarioInfo(string Name, string Description, IReadOnlyList<string> Notes);

/// <summary>One row of a table: a case on a runtime.</summary>
public sealed record CaseResult
{
    /// <summary>The case's name, the same in every run; by itself made of scenario, row and parameters.</summary>
    public string Case
    {
        get => field ?? OwnName;
        init;
    }

    /// <summary>The scenario's name.</summary>
    public required string Scenario { get; init; }

    /// <summary>The row's name in its table.</summary>
    public required string Row { get; init; }

    internal string OwnName =>
        string.Join('/', Parameters.Select(parameter => parameter.Key + "=" + parameter.Value).Prepend(Row).Prepend(Scenario));

    /// <summary>The library's name; by itself the row's.</summary>
    public string Library
    {
        get => field ?? Row;
        init;
    }

    /// <summary>The runtime's name on the command line.</summary>
    public required string Runtime { get; init; }

    /// <summary>The scenario's parameters, in the order of their columns.</summary>
    public required IReadOnlyList<KeyValuePair<string, string>> Parameters { get; init; }

    /// <summary>The variables added to the environment of its processes.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether rows with the same scenario, runtime and parameters are compared with this one.</summary>
    public bool IsBaseline { get; init; }

    /// <summary>The outcome.</summary>
    public CaseOutcome Outcome { get; init; }

    /// <summary>Why there are no numbers.</summary>
    public string? Reason { get; init; }

    /// <summary>The numbers.</summary>
    public Measurement? Measurement { get; init; }

    /// <summary>When its first process was started, in universal time; null where there was none, and in older files.</summary>
    public DateTimeOffset? Started { get; init; }

    /// <summary>The machine's state during the case; null where nothing ran, and in older files.</summary>
    public CaseConditions? Conditions { get; init; }

    /// <summary>Time against the reference's, from alternating slices; null where the row did not race.</summary>
    public RatioEstimate? Ratio { get; init; }

    /// <summary>Of the reference: the ratio of its second lane to its first, the race's own error; null in older files.</summary>
    public RatioEstimate? Again { get; init; }

    /// <summary>The row that <see cref="Ratio"/> is to.</summary>
    public string? Reference { get; init; }

    /// <summary>Why a measured row has no ratio though it should; null otherwise.</summary>
    public string? NoRatio { get; init; }
}

/// <summary>The outcome of a case.</summary>
public enum CaseOutcome
{
    /// <summary>It has numbers.</summary>
    Measured,

    /// <summary>It was known beforehand that there is nothing to measure, and why.</summary>
    NotAvailable,

    /// <summary>It was known beforehand that it fails, and it did.</summary>
    KnownFailure,

    /// <summary>It should have worked and did not.</summary>
    Failed,
}

/// <summary>A case's numbers, each for one operation.</summary>
public sealed record Measurement
{
    /// <summary>The mean time in nanoseconds.</summary>
    public required double Mean { get; init; }

    /// <summary>Half of the mean's 99.9 % confidence interval, in nanoseconds.</summary>
    public required double Error { get; init; }

    /// <summary>Collections of generation 0 per 1,000 operations.</summary>
    public double Gen0 { get; init; }

    /// <summary>Collections of generation 1 per 1,000 operations.</summary>
    public double Gen1 { get; init; }

    /// <summary>Collections of generation 2 per 1,000 operations.</summary>
    public double Gen2 { get; init; }

    /// <summary>Allocated bytes; null where the runtime can't tell.</summary>
    public long? Allocated { get; init; }

    /// <summary>Bytes that stay alive for one more operation in flight; null where operations can't be in flight together.</summary>
    public long? Survived { get; init; }

    /// <summary>The figures of the scenario's own.</summary>
    public IReadOnlyList<FigureResult> Figures { get; init; } = [];
}

/// <summary>A number that only its scenario has: a column of that scenario's table.</summary>
/// <param name="Name">The column's name.</param>
/// <param name="Value">The number; null where the runtime doesn't have it.</param>
/// <param name="Unit">Its unit.</param>
public sealed record FigureResult(string Name, double? Value, FigureResultUnit Unit)
{
    /// <summary>The median of each figure over the launches that have it.</summary>
    internal static IReadOnlyList<FigureResult> Medians(IEnumerable<IReadOnlyList<FigureResult>> launches) =>
    [
        .. launches.SelectMany(figures => figures).GroupBy(figure => figure.Name).Select(same =>
        {
            double[] values = [.. same.Select(figure => figure.Value).OfType<double>()];
            return same.First() with { Value = values.Length == 0 ? null : Median.Of(values) };
        }),
    ];
}

/// <summary>The unit of a <see cref="FigureResult"/>.</summary>
public enum FigureResultUnit
{
    /// <summary>Things.</summary>
    Count,

    /// <summary>Bytes.</summary>
    Bytes,

    /// <summary>Nanoseconds.</summary>
    Nanoseconds,

    /// <summary>1 for yes, 0 for no.</summary>
    YesNo,
}

/// <summary>The machine's state while a case ran.</summary>
/// <param name="Others">The share of the whole machine's processor time that went to others, from 0 to 1; null where it can't be
/// told.</param>
/// <param name="SpinNanoseconds">The time of one turn of a fixed loop, before the case: shows speeds that the system hides.</param>
public sealed record CaseConditions(double? Others, double SpinNanoseconds);
