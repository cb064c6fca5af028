using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>
/// Records the results of the suite's own runner on one runtime after the other: prints each at once, and writes all to the command's
/// folder. A runtime that is missing, or for which the runner does not build, does not stop the others.
/// </summary>
internal abstract class RunnerRecorder(Terminal terminal, DateTimeOffset started)
{
    // None before there is something to keep.
    private ResultFolder? _folder;
    private bool _failed;

    /// <summary>The work on a runtime.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="runner">The runner, built for it.</param>
    /// <param name="cases">The cases, as they are there.</param>
    public delegate Task Work(Runtime runtime, ProgramCommand runner, IReadOnlyList<CaseProcess> cases);

    protected Terminal Terminal => terminal;

    /// <summary>Works on each of the runtimes, and says where everything is.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RecordAsync(IReadOnlyList<Runtime> runtimes, IReadOnlyList<Case> cases, Work work,
        CancellationToken cancellationToken)
    {
        bool interrupted = false;
        try
        {
            foreach (Runtime runtime in runtimes)
            {
                await RecordAsync(runtime, cases, work, cancellationToken);
            }

            await EndAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            interrupted = true;
        }

        Terminal.WriteLine();
        Terminal.WriteLine(_folder is null ? "Interrupted before anything was finished; nothing is written."
            : (interrupted ? "Interrupted; what was finished is in " : "Written to ") + _folder.Path);
        return interrupted ? ExitCode.Interrupted : _failed ? ExitCode.Failure : ExitCode.Success;
    }

    /// <summary>Why nothing can be found out on a runtime; null if something can.</summary>
    protected virtual string? WhyNot(Runtime runtime) => runtime.Missing;

    /// <summary>All runtimes are through.</summary>
    protected virtual Task EndAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Adds a warning to the results.</summary>
    protected abstract void Warn(string warning);

    /// <summary>Writes the results as they are now.</summary>
    protected abstract void Write(ResultFolder folder);

    /// <summary>Keeps what has been added.</summary>
    /// <param name="isFailure">Whether something failed, which the exit code tells.</param>
    protected void Save(bool isFailure)
    {
        _failed |= isFailure;
        Write(_folder ??= ResultFolder.Create(Repository.Results, started));
    }

    private async Task RecordAsync(Runtime runtime, IReadOnlyList<Case> cases, Work work, CancellationToken cancellationToken)
    {
        if (WhyNot(runtime) is { } reason)
        {
            Skip(runtime, reason, isFailure: false);
            return;
        }

        Terminal.ShowStatus($"Building the runner for {runtime.Name} …");
        try
        {
            ProgramCommand runner = await runtime.BuildRunnerAsync(cancellationToken);
            await work(runtime, runner,
                CaseProcess.On(runtime.Name, cases, await RuntimeCatalog.AskAsync(runtime, runner, cancellationToken)));
        }
        catch (BuildException exception)
        {
            Skip(runtime, exception.Message, isFailure: !exception.IsPackageMissing);
        }
        catch (InvalidDataException exception)
        {
            Skip(runtime, exception.Message, isFailure: true);
        }
    }

    private void Skip(Runtime runtime, string reason, bool isFailure)
    {
        string warning = $"{runtime.Name}: not available: {reason}";
        Terminal.WriteLine(warning);
        Warn(warning);
        Save(isFailure);
    }
}
