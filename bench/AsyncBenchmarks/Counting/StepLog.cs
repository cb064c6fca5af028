using System.ComponentModel;
using System.Globalization;
using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Counting;

/// <summary>The counts that one process takes of another, written line by line.</summary>
/// <param name="Calls">The instructions of each whole call.</param>
/// <param name="Counts">How often each address was executed.</param>
internal sealed record StepLog(IReadOnlyList<long> Calls, IReadOnlyDictionary<ulong, long> Counts)
{
    /// <summary>The hidden command that does <see cref="Write"/>.</summary>
    public const string Command = "step";

    private const string Call = "call";
    private const string At = "at";
    private const string Error = "error";

    /// <summary>Steps through a process's first thread, and writes what was counted to standard output.</summary>
    /// <returns>The exit code.</returns>
    public static int Write(int processId, CallCounter counter)
    {
        try
        {
            // Nothing of the console is touched before: it would want to hear of children, too.
            InstructionStepper.Run(processId, counter.Step);
        }
        catch (Win32Exception exception)
        {
            Console.Out.WriteLine($"{Error} {exception.Message}");
            return ExitCode.Failure;
        }

        foreach (long call in counter.Calls)
        {
            Console.Out.WriteLine(FormattableString.Invariant($"{Call} {call}"));
        }

        foreach ((ulong address, long count) in counter.Counts)
        {
            Console.Out.WriteLine(FormattableString.Invariant($"{At} {address} {count}"));
        }

        return ExitCode.Success;
    }

    /// <summary>Has a process counted by another, and reads what that writes.</summary>
    /// <exception cref="Win32Exception">The system doesn't allow it, or the process has ended.</exception>
    public static async Task<StepLog> ReadAsync(ProgramCommand counting, CancellationToken cancellationToken)
    {
        List<long> calls = [];
        Dictionary<ulong, long> counts = [];
        await using ChildProcess process = ChildProcess.Start(counting.ToStartInfo());
        process.TryKeepOnProcessor(0);
        while (await process.ReadLineAsync(cancellationToken) is { } line)
        {
            switch (line.Split(' '))
            {
                case [Call, var instructions]:
                    calls.Add(long.Parse(instructions, CultureInfo.InvariantCulture));
                    break;
                case [At, var address, var count]:
                    counts.Add(ulong.Parse(address, CultureInfo.InvariantCulture), long.Parse(count, CultureInfo.InvariantCulture));
                    break;
                case [Error, .. var words]:
                    throw new Win32Exception(string.Join(' ', words.AsEnumerable()));
            }
        }

        return await process.WaitForExitAsync(cancellationToken) == ExitCode.Success
            ? new StepLog(calls, counts)
            : throw new Win32Exception(CauseOfDeath.Find(process.LastWords));
    }
}
