using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runner;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>Measures cases on runtimes, one runtime after another. What one of them lacks, or fails at, stops no other.</summary>
internal sealed class SuiteRun
{
    private readonly RunKind _kind;
    private readonly IReadOnlyList<Case> _cases;
    private readonly RunRecorder _recorder;
    private readonly IRunDisplay _display;
    private readonly string _logFile;

    public SuiteRun(RunKind kind, IReadOnlyList<Case> cases, RunRecorder recorder, IRunDisplay display, string logFile)
    {
        _kind = kind;
        _cases = cases;
        _recorder = recorder;
        _display = display;
        _logFile = logFile;
    }

    /// <summary>Measures what the recorder doesn't know yet; throws <see cref="System.OperationCanceledException"/> when it is stopped.</summary>
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
                // What the feeds don't have can't be had; what doesn't compile should.
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
        if (_cases.All(each => _recorder.IsFinished(runtime, each.Id)))
        {
            return;
        }

        if (runtime.Missing is { } missing)
        {
            Skip(runtime, missing, CaseOutcome.NotAvailable);
            return;
        }

        ProgramCommand? runner = null;
        IReadOnlyDictionary<string, CatalogLine> catalog = runtime.IsHost
            ? await RuntimeCatalog.AskHostAsync(runtime, cancellationToken)
            : await RuntimeCatalog.AskAsync(runtime, runner = await BuildRunnerAsync(runtime, cancellationToken), cancellationToken);
        _recorder.Add(runtime, catalog);

        PlannedCase[] planned =
            [.. _cases.Where(each => !_recorder.IsFinished(runtime, each.Id)).Select(each => new PlannedCase(each, catalog[each.Id]))];
        _display.Begin(runtime, planned.Length);
        MeasuringOptions options = new(_kind, runtime, _logFile);
        CaseObserver observer = new(runtime, planned, _recorder, _display);
        foreach (PlannedCase broken in planned.Where(each => each.Shape.Broken is not null))
        {
            observer.Finished(broken.Id, null, broken.Shape.Broken, null);
        }

        ILookup<bool, PlannedCase> byRunner = planned.Where(each => each.Shape.Broken is null).ToLookup(each => runtime.BenchmarkRuntime is null || each.Shape.RunsOnce);
        if (byRunner[false].Any())
        {
            await CaseMeasuring.RunAsync([.. byRunner[false]], options, observer, cancellationToken);
        }

        if (byRunner[true].Any())
        {
            runner ??= await BuildRunnerAsync(runtime, cancellationToken);
            await new RunnerMeasuring(runner, options).RunAsync([.. byRunner[true]], observer, cancellationToken);
        }
    }

    private Task<ProgramCommand> BuildRunnerAsync(Runtime runtime, CancellationToken cancellationToken)
    {
        _display.Building(runtime);
        return runtime.BuildRunnerAsync(cancellationToken);
    }

    private void Skip(Runtime runtime, string reason, CaseOutcome outcome)
    {
        _recorder.Add(runtime, reason, outcome);
        _display.Skipped(runtime, reason);
    }
}
