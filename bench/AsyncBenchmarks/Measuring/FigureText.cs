using System;
using System.Globalization;
using AsyncBenchmarks.Harness;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Measuring;

/// <summary>Reads what a case's process says a work has measured itself.</summary>
internal static class FigureText
{
    /// <summary>Reads "name|value|unit"; a value that is no number means that the runtime doesn't have it.</summary>
    public static FigureResult Parse(string text)
    {
        string[] parts = text.Split(CaseMark.Separator);
        double value = double.Parse(parts[1], NumberStyles.Float, CultureInfo.InvariantCulture);
        return new FigureResult(parts[0], double.IsFinite(value) ? value : null, Enum.Parse<FigureResultUnit>(parts[2]));
    }
}
