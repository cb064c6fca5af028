using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Scenarios;

/// <summary>Gives the threads of a workload different processors: where the system lets two of them share one, they take turns, and the
/// measurement is of that.</summary>
internal static class OwnProcessor
{
    private const int CurrentThread = 0;

    // Read before the first thread is kept on one.
    private static readonly ulong[] s_processors = Allowed();

    /// <summary>Keeps the calling thread on a processor that the process may use, the next one for the next number. Does nothing on other
    /// systems than 64-bit Linux.</summary>
    public static void Take(int number)
    {
        if (s_processors.Length > 0)
        {
            _ = SetAffinity(CurrentThread, (IntPtr)sizeof(ulong), ref s_processors[number % s_processors.Length]);
        }
    }

    // A mask for each, of the first 64; none where threads can't be kept.
    private static ulong[] Allowed()
    {
        // Linux wants room for all that the machine has.
        ulong[] allowed = new ulong[16];
        return IntPtr.Size == 8 && RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
            && GetAffinity(CurrentThread, (IntPtr)(allowed.Length * sizeof(ulong)), allowed) == 0
            ? [.. Enumerable.Range(0, 64).Select(number => 1UL << number).Where(mask => (allowed[0] & mask) != 0)]
            : [];
    }

    [DllImport("libc", EntryPoint = "sched_getaffinity")]
    private static extern int GetAffinity(int thread, IntPtr size, [Out] ulong[] masks);

    [DllImport("libc", EntryPoint = "sched_setaffinity")]
    private static extern int SetAffinity(int thread, IntPtr size, ref ulong mask);
}
