using System;
using System.CommandLine;
using System.Linq;
using System.Threading.Tasks;
using AsyncBenchmarks.Commands;
using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks;

/// <summary>The suite's command.</summary>
internal static class Program
{
    private static async Task<int> Main(string[] args)
    {
        ParseResult arguments = Cli.Create().Parse(args);
        if (arguments.Errors.Count > 0)
        {
            return Refuse(string.Join(Environment.NewLine, arguments.Errors.Select(error => error.Message)));
        }

        using Interruption interruption = new();
        try
        {
            return await arguments.InvokeAsync(
                new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null },
                interruption.Token);
        }
        catch (UsageException exception)
        {
            return Refuse(exception.Message);
        }
        catch (BuildException exception)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return ExitCode.Failure;
        }
        catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        finally
        {
            ChildProcesses.KillAll();
        }
    }

    private static int Refuse(string message)
    {
        Console.Error.WriteLine(message);
        return ExitCode.Usage;
    }
}
