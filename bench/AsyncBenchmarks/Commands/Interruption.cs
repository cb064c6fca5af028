using System.Globalization;
using System.Runtime.InteropServices;
using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Commands;

/// <summary>
/// Ctrl-C, and the polite request to end: cancels, so that the command can write down what it has, and ends the process
/// with all it started when the command takes too long over it.
/// </summary>
internal sealed class Interruption : IDisposable
{
    /// <summary>The environment variable with another number of seconds, for a machine too busy to write anything down in so few.</summary>
    public const string GraceVariable = "ASYNCBENCHMARKS_GRACE";

    // Two seconds are promised.
    private static readonly TimeSpan s_grace = TimeSpan.FromSeconds(
        int.TryParse(Environment.GetEnvironmentVariable(GraceVariable), NumberStyles.None, CultureInfo.InvariantCulture, out int seconds)
            ? seconds : 1.5);

    private readonly CancellationTokenSource _cancellation = new();
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;
    private Timer? _deadline;

    public Interruption()
    {
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
    }

    public CancellationToken Token => _cancellation.Token;

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _deadline?.Dispose();
        _cancellation.Dispose();
    }

    private void Stop(PosixSignalContext context)
    {
        context.Cancel = true;
        _deadline ??= new Timer(_ => EndNow(), null, s_grace, Timeout.InfiniteTimeSpan);
        _cancellation.Cancel();
    }

    private static void EndNow()
    {
        ChildProcesses.KillAll();
        Environment.Exit(ExitCode.Interrupted);
    }
}
