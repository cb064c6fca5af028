using System;
using System.Globalization;
using System.IO;
using System.Linq;

namespace AsyncBenchmarks.Counting;

/// <summary>How long the threads of a process have worked, in the ticks of Linux.</summary>
/// <param name="First">Its first thread.</param>
/// <param name="Others">All others together.</param>
internal readonly record struct ThreadTimes(long First, long Others)
{
    /// <summary>Reads it.</summary>
    /// <exception cref="IOException">The process has ended.</exception>
    public static ThreadTimes Read(int processId)
    {
        long first = 0;
        long others = 0;
        foreach (string thread in Directory.GetDirectories(FormattableString.Invariant($"/proc/{processId}/task")))
        {
            bool isFirst = Path.GetFileName(thread) == processId.ToString(CultureInfo.InvariantCulture);
            long ticks = TicksOf(Path.Combine(thread, "stat"));
            first += isFirst ? ticks : 0;
            others += isFirst ? 0 : ticks;
        }

        return new ThreadTimes(first, others);
    }

    /// <summary>The share, from 0 to 1, that other threads than the first had of the time since an earlier reading.</summary>
    public double OthersSince(ThreadTimes before)
    {
        double others = Others - before.Others;
        double all = First - before.First + others;
        return all > 0 ? others / all : 0;
    }

    private static long TicksOf(string file)
    {
        try
        {
            // After the name, which may contain anything: the 12th and the 13th field are the times of user and of system.
            string stat = File.ReadAllText(file);
            return stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[11..13].Sum(ticks => long.Parse(ticks, CultureInfo.InvariantCulture));
        }
        catch (IOException)
        {
            // A thread that has ended meanwhile, and has done nothing that matters.
            return 0;
        }
    }
}
