using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>
/// Measures cases on runtimes, one runtime after another, and races the measured cases. A failure of one of them stops no other.
/// </summary>
/// <param name="kind">How much time to spend.</param>
/// <param name="cases">The cases.</param>
/// <param name="recorder">Keeps what is known of them.</param>
/// <param name="display">Tells how far it is.</param>
/// <param name="logFile">Where everything goes that BenchmarkDotNet and the cases' processes print.</param>
/// <param name="launches">How often the processes of a race are started; null for the usual number.</param>
internal sealed class SuiteRun(
    RunKind kind, IReadOnlyList<Case> cases, RunRecorder recorder, IRunDisplay display, string logFile, int? launches = null)
{
    /// <summary>Measures what the recorder doesn't know yet; throws <see cref="System.OperationCanceledException"/> when it is
    /// stopped.</summary>
    public async Task RunAsync(IReadOnlyList<Runtime> runtimes, CancellationToken cancellationToken)
    {
        foreach (Runtime runtime in runtimes)
        {
            try
            {
                await RunAsync(runtime, cancellationToken);
            }
            catch (BuildException exception)
            {
                // A package that the feeds lack is no failure; code that does not compile is one.
                Skip(runtime, exception.Message, exception.IsPackageMissing ? CaseOutcome.NotAvailable : CaseOutcome.Failed);
            }
            catch (InvalidDataException exception)
            {
                Skip(runtime, exception.Message, CaseOutcome.Failed);
            }
        }
    }

    private async Task RunAsync(Runtime runtime, CancellationToken cancellationToken)
    {
        if (cases.All(each => recorder.IsFinished(runtime, each.Id)) && !recorder.LacksRatios(runtime))
        {
            return;
        }

        if (runtime.Missing is { } missing)
        {
            Skip(runtime, missing, CaseOutcome.NotAvailable);
            return;
        }

        display.Building(runtime);
        ProgramCommand runner = await runtime.BuildRunnerAsync(cancellationToken);
        IReadOnlyList<CaseProcess> there =
            CaseProcess.On(runtime.Name, cases, await RuntimeCatalog.AskAsync(runtime, runner, cancellationToken));
        recorder.Add(runtime, there);
        await MeasureAsync(runtime, runner, [.. there.Where(each => !recorder.IsFinished(runtime, each.Id))], cancellationToken);
        if (Schedule.Of(kind).Race is { } options)
        {
            await RaceAsync(runtime, runner, [.. there.Where(each => !each.Case.RunsOnce && recorder.IsMeasured(runtime, each.Id))],
                options with { Launches = launches ?? options.Launches }, cancellationToken);
        }
    }

    private async Task MeasureAsync(Runtime runtime, ProgramCommand runner, CaseProcess[] planned, CancellationToken cancellationToken)
    {
        display.Begin(runtime, planned.Length);
        MeasuringOptions options = new(kind, runtime, logFile);
        CaseObserver observer = new(runtime, planned, recorder, display);
        foreach (CaseProcess broken in planned.Where(each => each.Shape.Broken is not null))
        {
            observer.Finished(broken.Id, null, broken.Shape.Broken, null);
        }

        ILookup<bool, CaseProcess> byRunner = planned
            .Where(each => each.Shape.Broken is null)
            .ToLookup(each => runtime.BenchmarkRuntime is null || each.Shape.RunsOnce || kind is RunKind.Quick or RunKind.Published);
        if (byRunner[false].Any())
        {
            await CaseMeasuring.RunAsync([.. byRunner[false]], options, observer, cancellationToken);
        }

        await new RunnerMeasuring(runner, options).RunAsync([.. byRunner[true]], observer, cancellationToken);
    }

    private async Task RaceAsync(
        Runtime runtime, ProgramCommand runner, CaseProcess[] measured, RaceOptions options, CancellationToken cancellationToken)
    {
        // Where the baseline has no numbers, or wasn't asked for, the first row stands for it.
        HashSet<Case> references =
            [.. measured.Select(each => each.Case).GroupBy(each => each.Title).Select(same =>
                same.FirstOrDefault(each => each.IsBaseline) ?? same.First())];
        RaceGroup[] groups =
        [
            .. RaceGroup.Create(measured, [], references.Contains)
                .Where(group => group.Competitors.Any(each => recorder.LacksRatio(runtime, each.Id))),
        ];
        for (int i = 0; i < groups.Length; i++)
        {
            Race race = new(runner, options, display.Racing(runtime, groups[i], options, i + 1, groups.Length));
            RaceOutcome outcome = await race.RunAsync(groups[i].Competitors, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            recorder.Add(runtime, RaceSummary.Of(groups[i], outcome), options.Settings);
        }
    }

    private void Skip(Runtime runtime, string reason, CaseOutcome outcome)
    {
        recorder.Add(runtime, reason, outcome);
        display.Skipped(runtime, reason);
    }
}
