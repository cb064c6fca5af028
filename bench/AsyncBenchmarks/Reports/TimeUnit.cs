using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Reports;

/// <summary>One unit for all times of a table, so that they can be compared by eye.</summary>
/// <param name="Name">Its abbreviation.</param>
/// <param name="Nanoseconds">Its length.</param>
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
