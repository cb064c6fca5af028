using System;
using System.Globalization;

namespace AsyncBenchmarks.Reports;

/// <summary>Numbers as tables show them.</summary>
internal static class Format
{
    /// <summary>What stands where there is no number.</summary>
    public const string None = "-";

    public static string Duration(TimeSpan time)
    {
        TimeSpan positive = time < TimeSpan.Zero ? TimeSpan.Zero : time;
        return positive.TotalHours >= 1
            ? positive.ToString(@"h\:mm\:ss", CultureInfo.InvariantCulture)
            : positive.ToString(@"m\:ss", CultureInfo.InvariantCulture);
    }

    public static string Nanoseconds(double nanoseconds) => Number(nanoseconds, nanoseconds < 100 ? 1 : 0) + " ns";

    public static string Bytes(double? bytes) => bytes is { } value ? Number(Math.Round(value), 0) + " B" : None;

    public static string Ratio(double ratio) => Number(ratio, 3);

    public static string Number(double value, int decimals) =>
        value.ToString("N" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
}
