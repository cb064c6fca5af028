using System.Globalization;

namespace AsyncBenchmarks;

/// <summary>A number that a workload measures itself, beside its time and bytes: a column of its scenario's table.</summary>
/// <param name="Name">The column's name.</param>
/// <param name="Value">The number; NaN where the runtime doesn't have it.</param>
/// <param name="Unit">Its unit.</param>
public sealed record Figure(string Name, double Value, FigureUnit Unit)
{
    /// <summary>Between the name, the value and the unit where a case's process tells the host a figure.</summary>
    public const char Separator = '|';

    /// <summary>The text in which a case's process tells the host the figure: "name|value|unit".</summary>
    public string Format() =>
        string.Join(Separator.ToString(), Name, Value.ToString("R", CultureInfo.InvariantCulture), Unit.ToString());
}

/// <summary>The unit of a <see cref="Figure"/>.</summary>
public enum FigureUnit
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
