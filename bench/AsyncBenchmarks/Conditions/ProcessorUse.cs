namespace AsyncBenchmarks.Conditions;

/// <summary>
/// The time of all processors since the machine started, as Linux counts it in its ticks, and the part of this suite: this
/// process's and that of its children, once they have ended.
/// </summary>
/// <param name="Busy">The time of all processes, and the time that a hypervisor gave to other machines.</param>
internal readonly record struct ProcessorUse(long All, long Busy, long Ours)
{
    private const string Machine = "/proc/stat";
    private const string Process = "/proc/self/stat";

    /// <summary>Reads it; null where the system doesn't tell.</summary>
    public static ProcessorUse? Read()
    {
        try
        {
            return File.Exists(Machine) ? Parse(File.ReadLines(Machine).First(), File.ReadAllText(Process)) : null;
        }
        catch (Exception exception) when (
            exception is IOException or UnauthorizedAccessException or FormatException or IndexOutOfRangeException)
        {
            return null;
        }
    }

    /// <summary>Reads the first line of the machine's file, and the file of our process.</summary>
    public static ProcessorUse Parse(string machine, string process)
    {
        // user nice system idle iowait irq softirq steal; what follows is counted in user and nice already.
        long[] times = [.. machine.Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1).Take(8).Select(Number)];

        // After the name, which may contain anything: the state is the first field, the four times are the 12th to 15th.
        string[] fields = process[(process.LastIndexOf(')') + 2)..].Split(' ');
        long idle = times[3] + times[4];
        long all = times.Sum();
        return new ProcessorUse(all, all - idle, fields[11..15].Sum(Number));
    }

    /// <summary>The share of the machine, from 0 to 1, that others had between two readings; null when there was no time between.</summary>
    public static double? Others(ProcessorUse? before, ProcessorUse? after)
    {
        if (before is not { } from || after is not { } to || to.All <= from.All)
        {
            return null;
        }

        double others = to.Busy - from.Busy - (to.Ours - from.Ours);
        return Math.Clamp(others / (to.All - from.All), 0, 1);
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
