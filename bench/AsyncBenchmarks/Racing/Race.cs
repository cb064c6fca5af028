using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Racing;

/// <summary>
/// Compares cases on a machine whose speed changes: their processes take turns in slices so short that the machine is
/// the same for all slices of a round. Exactly one process works at any time.
/// </summary>
internal sealed class Race
{
    private readonly ProgramCommand _runner;
    private readonly RaceOptions _options;
    private readonly IProgress<RaceProgress> _progress;
    private string? _runtime;

    public Race(ProgramCommand runner, RaceOptions options, IProgress<RaceProgress> progress)
    {
        _runner = runner;
        _options = options;
        _progress = progress;
    }

    /// <summary>Races; the first competitor is the reference. Stopping it early keeps the rounds that were finished.</summary>
    public async Task<RaceOutcome> RunAsync(IReadOnlyList<Competitor> competitors, CancellationToken cancellationToken)
    {
        RaceLog[] logs = [.. competitors.Select(competitor => new RaceLog(competitor))];
        try
        {
            for (int launch = 1; launch <= _options.Launches && logs[0].Failure is null; launch++)
            {
                await LaunchAsync(launch, logs, cancellationToken);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new RaceOutcome(_runtime, logs, Interrupted: true);
        }

        return new RaceOutcome(_runtime, logs, Interrupted: false);
    }

    private async Task LaunchAsync(int launch, RaceLog[] logs, CancellationToken cancellationToken)
    {
        Dictionary<RaceLog, RunnerProcess> lanes = [];
        try
        {
            foreach (RaceLog log in logs.Where(log => log.Failure is null))
            {
                _progress.Report(new RaceProgress(launch, 0, log.Competitor.Name));
                log.BeginLaunch();
                lanes.Add(log, RunnerProcess.Start(_runner, EnvironmentOf(log.Competitor)));
                await TryAsync(log, lane => WarmUpAsync(lane, log.Competitor, cancellationToken));
            }

            Random random = new(launch);
            for (int round = 1; round <= _options.Rounds && logs[0].Failure is null; round++)
            {
                _progress.Report(new RaceProgress(launch, round, null));

                // Another order every round: nobody always runs after the same neighbour.
                RaceLog[] order = [.. lanes.Keys];
                random.Shuffle(order);
                foreach (RaceLog log in order)
                {
                    await TryAsync(log, async lane => log.Add(await lane.WorkAsync(_options.Slice, cancellationToken)));
                }
            }
        }
        finally
        {
            await Task.WhenAll(lanes.Values.Select(lane => lane.DisposeAsync().AsTask()));
        }

        async Task TryAsync(RaceLog log, Func<RunnerProcess, Task> action)
        {
            try
            {
                await action(lanes[log]);
            }
            catch (RunnerException exception)
            {
                await ChildProcesses.RuleOutInterruptionAsync(cancellationToken);
                log.Fail(exception.Message);
                lanes.Remove(log, out RunnerProcess? lane);
                await lane!.DisposeAsync();
            }
        }
    }

    // What the whole race is told wins over what a row asks for.
    private Dictionary<string, string> EnvironmentOf(Competitor competitor) => competitor.Environment
        .Concat(_options.Environment)
        .GroupBy(variable => variable.Key)
        .ToDictionary(values => values.Key, values => values.Last().Value);

    private async Task WarmUpAsync(RunnerProcess lane, Competitor competitor, CancellationToken cancellationToken)
    {
        _runtime = await lane.SetUpAsync(competitor, cancellationToken);
        await lane.WarmUpAsync(_options.WarmUp, cancellationToken);
    }
}
