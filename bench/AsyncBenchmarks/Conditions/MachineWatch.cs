using System.Globalization;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Conditions;

/// <summary>Looks at what else the machine does, and how fast its processor is.</summary>
internal static class MachineWatch
{
    private const string LoadFile = "/proc/loadavg";
    private const string ProcessorFile = "/proc/cpuinfo";

    // The system counts in hundredths of a second.
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(500);

    /// <summary>Looks for half a second.</summary>
    public static async Task<MachineState> LookAsync(CancellationToken cancellationToken)
    {
        ProcessorUse? before = ProcessorUse.Read();
        await Task.Delay(s_look, cancellationToken);
        double? others = ProcessorUse.Others(before, ProcessorUse.Read());
        return new MachineState(DateTimeOffset.UtcNow, Load(), others, Megahertz(), SpinLoop.Measure());
    }

    /// <summary>The clock speed that the operating system tells, the mean of all processors; null where it doesn't.</summary>
    public static double? Megahertz()
    {
        const string Key = "cpu MHz";
        double[] speeds = File.Exists(ProcessorFile)
            ? [.. File.ReadLines(ProcessorFile)
                .Where(line => line.StartsWith(Key, StringComparison.Ordinal))
                .Select(line => Number(line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..]))
                .OfType<double>()]
            : [];
        return speeds.Length > 0 ? speeds.Average() : null;
    }

    private static double? Load() => File.Exists(LoadFile) ? Number(File.ReadAllText(LoadFile).Split(' ')[0]) : null;

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) ? number : null;
}
