using System;
using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Runner;

/// <summary>
/// How long this process has had a processor, all its threads together, or the calling thread. The runtimes' own answers are too coarse for
/// milliseconds, or not there; Linux tells every runtime alike.
/// </summary>
internal static class ProcessorTime
{
    private const int ProcessClock = 2;
    private const int ThreadClock = 3;

    // The structure below is that of 64-bit systems.
    private static readonly bool s_isThere = IntPtr.Size == 8 && IsLinux() && TryRead(ProcessClock, out _);

    /// <summary>Of the process, in nanoseconds; null where it can't be told.</summary>
    public static long? ReadNanoseconds() => Read(ProcessClock);

    /// <summary>Of the calling thread, in nanoseconds; null where it can't be told.</summary>
    public static long? ReadThreadNanoseconds() => Read(ThreadClock);

    private static long? Read(int clock) => s_isThere && TryRead(clock, out long nanoseconds) ? nanoseconds : null;

    private static bool TryRead(int clock, out long nanoseconds)
    {
        int error = ReadClock(clock, out TimeSpecification time);
        nanoseconds = (time.Seconds * 1_000_000_000) + time.Nanoseconds;
        return error == 0;
    }

    private static bool IsLinux() => RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ReadClock(int clock, out TimeSpecification time);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct TimeSpecification
    {
        public readonly long Seconds;
        public readonly long Nanoseconds;
    }
}
