using System.Diagnostics;

namespace AsyncBenchmarks.Processes;

/// <summary>Every process this one has started and not yet seen end, so that stopping the command stops them too.</summary>
internal static class ChildProcesses
{
    private static readonly HashSet<Process> s_running = [];
    private static readonly TimeSpan s_interruptionDelay = TimeSpan.FromMilliseconds(200);
    private static bool s_closed;

    /// <summary>
    /// To be called before the unexpected end of a process is taken for its failure: Ctrl-C reaches the children of a
    /// terminal too, and they may be gone before we are told. Throws when that was the reason.
    /// </summary>
    public static Task RuleOutInterruptionAsync(CancellationToken cancellationToken) =>
        Task.Delay(s_interruptionDelay, cancellationToken);

    /// <summary>Starts a process and remembers it; refused once <see cref="KillAll"/> was called.</summary>
    public static void Start(Process process)
    {
        lock (s_running)
        {
            if (s_closed)
            {
                throw new OperationCanceledException("The command is being stopped.");
            }

            process.Start();
            s_running.Add(process);
        }
    }

    public static void Forget(Process process)
    {
        lock (s_running)
        {
            s_running.Remove(process);
        }
    }

    /// <summary>Ends all of them with everything they started, and lets no new one begin.</summary>
    public static void KillAll()
    {
        lock (s_running)
        {
            s_closed = true;
            foreach (Process process in s_running)
            {
                Kill(process);
            }

            s_running.Clear();
        }
    }

    public static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception exception) when (
            exception is InvalidOperationException or System.ComponentModel.Win32Exception or AggregateException)
        {
            // It has ended by itself in the meantime, or is ending: what was wanted.
        }
    }
}
