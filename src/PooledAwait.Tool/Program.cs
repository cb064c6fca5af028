using System.CommandLine;
using System.Runtime.InteropServices;

namespace PooledAwait.Tool;

/// <summary>The command pooledawait.</summary>
internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        using CancellationTokenSource stop = new();
        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
        return await RunAsync(arguments, Console.Out, Console.Error, stop.Token).ConfigureAwait(false);

        void Stop(PosixSignalContext signal)
        {
            signal.Cancel = true;
            stop.Cancel();
        }
    }

    /// <summary>Does what the arguments say.</summary>
    /// <returns>The exit code: 0, or 2 if something can't be done as it was asked for; then nothing was written.</returns>
    internal static async Task<int> RunAsync(string[] arguments, TextWriter output, TextWriter errors, CancellationToken stop)
    {
        RootCommand root = new(
            "Shows what async methods allocate in a .NET program, and tries PooledAwait.Net without a change of a project.")
        {
            MeasureCommand.Create(output, errors),
            ReportCommand.Create(output),
            RewriteCommand.Create(output),
        };
        ParseResult parsed = root.Parse(arguments);
        try
        {
            return parsed.Errors.Count > 0
                ? throw new BadInputException(string.Join(Environment.NewLine, parsed.Errors.Select(static error => error.Message)))
                : await parsed.InvokeAsync(
                    new InvocationConfiguration
                    {
                        EnableDefaultExceptionHandler = false,
                        ProcessTerminationTimeout = null,
                        Output = output,
                        Error = errors,
                    },
                    stop).ConfigureAwait(false);
        }
        catch (BadInputException bad)
        {
            await errors.WriteLineAsync(bad.Message).ConfigureAwait(false);
            return 2;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // As shells expect it: 128 + SIGINT.
            return 130;
        }
    }
}
