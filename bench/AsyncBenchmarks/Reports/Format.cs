namespace AsyncBenchmarks.Reports;

internal static class Format
{
    public const string None = "-";

    /// <summary>The verdict when the interval includes 1.</summary>
    public const string CannotTell = "=";

    // So wide that it says nothing but that more launches are needed.
    private const int TooWide = 10;

    public static string Duration(TimeSpan time)
    {
        TimeSpan positive = time < TimeSpan.Zero ? TimeSpan.Zero : time;
        return positive.ToString(positive.TotalHours >= 1 ? @"h\:mm\:ss" : @"m\:ss", CultureInfo.InvariantCulture);
    }

    /// <summary>A number of things: "1 race", "2 races".</summary>
    public static string Count(int number, string noun) => $"{number} {noun}{(number == 1 ? "" : "s")}";

    public static string Nanoseconds(double nanoseconds) => Number(nanoseconds, nanoseconds < 100 ? 1 : 0) + " ns";

    public static string Bytes(double? bytes) => bytes is { } value ? Number(Math.Round(value), 0) + " B" : None;

    /// <summary>Where a ratio's interval begins and ends.</summary>
    public static string Interval(RatioEstimate? ratio, int decimals = 2) => ratio is not { Lower: { } lower, Upper: { } upper } ? None
        : upper > TooWide * lower ? "too wide"
        : $"{Number(lower, decimals)} .. {Number(upper, decimals)}";

    /// <summary>A ratio, with a sign in front where the interval can't tell who is faster.</summary>
    public static string Verdict(RatioEstimate? ratio) => ratio switch
    {
        null => None,
        { Median: 1, Lower: 1, Upper: 1 } => "1",
        { Verdict: Results.Verdict.CannotTell } => CannotTell + " " + Number(ratio.Median, 2),
        _ => Number(ratio.Median, 2),
    };

    public static string Number(double value, int decimals) =>
        value.ToString("N" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    /// <summary>A scenario's own figure, with the interval of its ratio to the reference's.</summary>
    public static string Figure(FigureResult? figure) => figure?.Ratio is { Lower: not null } ratio
        ? $"{(ratio.Verdict == Results.Verdict.CannotTell ? CannotTell + " " : "")}{Value(figure)} ({Interval(ratio, 3)})"
        : Value(figure);

    private static string Value(FigureResult? figure) => figure switch
    {
        { Unit: FigureUnit.Saturation, Value: null } => "not reached",
        null or { Value: null } => None,
        { Unit: FigureUnit.Bytes, Value: { } bytes } => Bytes(bytes),
        { Unit: FigureUnit.Nanoseconds or FigureUnit.Latency, Value: { } time } => TimeUnit.For([time]).Format(time),
        { Unit: FigureUnit.YesNo, Value: { } answer } => answer > 0 ? "yes" : "no",
        { Value: { } count } => Number(count, count == (long)count ? 0 : 2),
    };
}

/// <summary>One unit for all times of a table, so that they can be compared by eye.</summary>
internal sealed record TimeUnit(string Name, double Nanoseconds)
{
    private static readonly TimeUnit[] s_units = [new("s", 1e9), new("ms", 1e6), new("us", 1e3)];
    private static readonly TimeUnit s_nanosecond = new("ns", 1);

    /// <summary>The largest in which the smallest time has a digit before the point.</summary>
    public static TimeUnit For(IEnumerable<double> nanoseconds)
    {
        double smallest = nanoseconds.DefaultIfEmpty(1).Min();
        return s_units.FirstOrDefault(unit => smallest >= unit.Nanoseconds * 10, s_nanosecond);
    }

    public string Format(double nanoseconds)
    {
        double value = nanoseconds / Nanoseconds;
        return Reports.Format.Number(value, value < 1000 ? 1 : 0) + " " + Name;
    }
}
