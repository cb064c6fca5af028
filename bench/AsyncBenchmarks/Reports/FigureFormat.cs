using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A scenario's own figures as tables show them.</summary>
internal static class FigureFormat
{
    public static string Text(FigureResult? figure) => figure switch
    {
        null or { Value: null } => Format.None,
        { Unit: FigureResultUnit.Bytes, Value: { } bytes } => Format.Bytes(bytes),
        { Unit: FigureResultUnit.Nanoseconds, Value: { } time } => TimeUnit.For([time]).Format(time),
        { Unit: FigureResultUnit.YesNo, Value: { } answer } => answer > 0 ? "yes" : "no",
        { Value: { } count } => Format.Number(count, count == (long)count ? 0 : 2),
    };
}
