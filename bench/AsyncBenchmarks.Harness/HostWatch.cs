using System;
using System.IO;
using System.Threading;

namespace AsyncBenchmarks.Harness;

/// <summary>
/// Ends this process when the host is gone, however it ended: an orphan must not go on and disturb what is
/// measured next. The host holds the other end of standard input, writes nothing, and closes it by dying.
/// </summary>
internal static class HostWatch
{
    private const int ExitCode = 129;

    /// <summary>Watches from now on. The thread sleeps in one read and allocates nothing while it does.</summary>
    public static void Start()
    {
        Thread watch = new(Watch) { IsBackground = true, Name = "Host watch" };
        watch.Start();
    }

    private static void Watch()
    {
        using Stream input = Console.OpenStandardInput();
        byte[] buffer = new byte[1];
        while (input.Read(buffer, 0, buffer.Length) > 0)
        {
        }

        Environment.Exit(ExitCode);
    }
}
