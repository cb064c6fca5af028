using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Runner;

/// <summary>Lets another process trace this one. On many systems only the parent may, unless the process allows others.</summary>
internal static class Tracing
{
    private const int SetTracer = 0x59616d61;
    private const int Anybody = -1;

    /// <summary>
    /// Lets every process of the same user trace this one; where that isn't Linux, or is allowed anyway, nothing happens.
    /// </summary>
    public static void Permit()
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
        {
            _ = ControlProcess(SetTracer, (IntPtr)Anybody, IntPtr.Zero, IntPtr.Zero, IntPtr.Zero);
        }
    }

    [DllImport("libc", EntryPoint = "prctl")]
    private static extern int ControlProcess(int option, IntPtr first, IntPtr second, IntPtr third, IntPtr fourth);
}
