using System;
using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Runner;

/// <summary>
/// How long this process has had a processor, all its threads together. The runtimes' own answers are too coarse for milliseconds, or not
/// there; Linux tells every runtime alike.
/// </summary>
internal static class ProcessorTime
{
    private const int ProcessClock = 2;

    // The structure below is that of 64-bit systems.
    private static readonly bool s_isThere = IntPtr.Size == 8 && IsLinux() && TryRead(out _);

    /// <summary>In nanoseconds; null where it can't be told.</summary>
    public static long? ReadNanoseconds() => s_isThere && TryRead(out long nanoseconds) ? nanoseconds : null;

    private static bool TryRead(out long nanoseconds)
    {
        int error = ReadClock(ProcessClock, out TimeSpecification time);
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
