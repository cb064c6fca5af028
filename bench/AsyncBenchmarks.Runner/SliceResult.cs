namespace AsyncBenchmarks.Runner;

/// <summary>The work of a runner in one slice. Also compiled into the host.</summary>
/// <param name="Nanoseconds">The time they took, by the runner's own clock.</param>
/// <param name="BytesPerOperation">The bytes that one of them allocated; null where the runtime can't tell.</param>
/// <param name="Disturbed">The share of the time that was not counted because others had the processor.</param>
/// <param name="Gen0">Collections of generation 0 per 1,000 operations, counted or not.</param>
internal readonly record struct SliceResult(
    long Operations, double Nanoseconds, double? BytesPerOperation, double Disturbed, double Gen0 = 0, double Gen1 = 0, double Gen2 = 0)
{
    public double NanosecondsPerOperation => Nanoseconds / Operations;

    public string Format() => string.Join(
        " ",
        new[] { Operations, Nanoseconds, BytesPerOperation ?? double.NaN, Disturbed, Gen0, Gen1, Gen2 }
            .Select(number => number.ToString("R", CultureInfo.InvariantCulture)));

    public static SliceResult Parse(string answer)
    {
        double[] numbers = [.. answer.Split(' ').Select(number => double.Parse(number, CultureInfo.InvariantCulture))];
        return new SliceResult(
            (long)numbers[0], numbers[1], double.IsNaN(numbers[2]) ? null : numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
    }
}
