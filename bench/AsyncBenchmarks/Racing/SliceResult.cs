using System.Globalization;
using AsyncBenchmarks.Runner;

namespace AsyncBenchmarks.Racing;

/// <summary>What a runner did in one slice.</summary>
/// <param name="Operations">How many operations.</param>
/// <param name="Nanoseconds">The time they took, by the runner's own clock.</param>
/// <param name="BytesPerOperation">What one of them allocated; null where the runtime can't tell.</param>
/// <param name="Disturbed">The share of the time that was not counted because others had the processor.</param>
internal readonly record struct SliceResult(long Operations, double Nanoseconds, double? BytesPerOperation, double Disturbed)
{
    /// <summary>Collections of generation 0 per 1,000 operations.</summary>
    public double Gen0 { get; init; }

    /// <summary>Collections of generation 1 per 1,000 operations.</summary>
    public double Gen1 { get; init; }

    /// <summary>Collections of generation 2 per 1,000 operations.</summary>
    public double Gen2 { get; init; }

    public double NanosecondsPerOperation => Nanoseconds / Operations;

    /// <summary>Reads a runner's answer.</summary>
    public static SliceResult Parse(string answer)
    {
        string[] numbers = answer.Split(' ');
        return new SliceResult(
            long.Parse(numbers[0], CultureInfo.InvariantCulture),
            Number(1),
            numbers[2] == RunnerProtocol.NotApplicable ? null : Number(2),
            Number(3))
        {
            Gen0 = Number(4),
            Gen1 = Number(5),
            Gen2 = Number(6),
        };

        double Number(int index) => double.Parse(numbers[index], CultureInfo.InvariantCulture);
    }
}
