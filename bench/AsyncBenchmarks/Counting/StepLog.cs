using System.ComponentModel;
using System.Text.Json;

namespace AsyncBenchmarks.Counting;

/// <summary>The counts that one process takes of another, which it writes as JSON.</summary>
/// <param name="Error">Why there are no counts; null if there are.</param>
internal sealed record StepLog(IReadOnlyList<long> Calls, IReadOnlyDictionary<ulong, long> Counts, string? Error)
{
    /// <summary>The hidden command that does <see cref="Write"/>.</summary>
    public const string Command = "step";

    /// <summary>Steps through a process's first thread, and writes what was counted to standard output.</summary>
    public static int Write(int processId, CallCounter counter)
    {
        string? error = null;
        try
        {
            // Nothing of the console is touched before: it would want to hear of children, too.
            InstructionStepper.Run(processId, counter.Step);
        }
        catch (Win32Exception exception)
        {
            error = exception.Message;
        }

        Console.Out.WriteLine(JsonSerializer.Serialize(new StepLog(counter.Calls, counter.Counts, error)));
        return error is null ? ExitCode.Success : ExitCode.Failure;
    }

    /// <summary>Has a process counted by another, and reads what that writes.</summary>
    /// <exception cref="Win32Exception">The system doesn't allow it, or the process has ended.</exception>
    public static async Task<StepLog> ReadAsync(ProgramCommand counting, CancellationToken cancellationToken)
    {
        using ChildProcess process = ChildProcess.Start(counting.ToStartInfo());
        process.TryKeepOnProcessor(0);
        string? line = await process.ReadLineAsync(cancellationToken);
        await process.WaitForExitAsync(cancellationToken);
        StepLog? log = line is null ? null : JsonSerializer.Deserialize<StepLog>(line);
        return log is { Error: null } ? log : throw new Win32Exception(log?.Error ?? CauseOfDeath.Find(process.LastWords));
    }
}
