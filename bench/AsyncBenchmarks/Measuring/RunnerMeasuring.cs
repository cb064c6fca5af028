using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Measuring;

/// <summary>
/// Measures cases in the suite's own runner, a process for each launch of each. BenchmarkDotNet can't measure natively compiled programs,
/// and would do too much with work that runs once, and in a quick run. An iteration is a slice of the length that BenchmarkDotNet is told,
/// its mean one value. The parts of a slice in which others had the processor are worked again.
/// </summary>
internal sealed class RunnerMeasuring
{
    private readonly ProgramCommand _runner;
    private readonly MeasuringOptions _options;
    private readonly Schedule _schedule;
    private string? _runtime;

    public RunnerMeasuring(ProgramCommand runner, MeasuringOptions options)
    {
        _runner = runner;
        _options = options;
        _schedule = Schedule.Of(options.Kind);
    }

    /// <summary>Measures cases; returns when all were reported to the observer.</summary>
    public async Task RunAsync(IReadOnlyList<CaseProcess> cases, IMeasuringObserver observer, CancellationToken cancellationToken)
    {
        foreach (CaseProcess each in cases)
        {
            observer.Started(each.Id);
            _runtime = null;
            try
            {
                Measurement measurement = await MeasureAsync(each, cancellationToken);
                observer.Finished(each.Id, measurement, null, _runtime);
            }
            catch (RunnerException exception)
            {
                await ChildProcesses.RuleOutInterruptionAsync(cancellationToken);
                observer.Finished(each.Id, null, exception.Message, _runtime);
            }
        }
    }

    private async Task<Measurement> MeasureAsync(CaseProcess measured, CancellationToken cancellationToken)
    {
        List<List<SliceResult>> launches = [];
        long? survived = null;
        List<IReadOnlyList<FigureResult>> figures = [];
        for (int launch = 0; launch < _schedule.Launches; launch++)
        {
            await using RunnerProcess process = RunnerProcess.Start(_runner, measured.Environment(_options.Kind == RunKind.Smoke));
            _runtime = await process.SetUpAsync(measured, cancellationToken);
            survived = await process.MeasureSurvivedAsync(cancellationToken);
            launches.Add(await WorkAsync(process, measured, cancellationToken));
            figures.Add(await process.FiguresAsync(cancellationToken));
        }

        return Summarize(launches, survived, FigureResult.Medians(figures));
    }

    private async Task<List<SliceResult>> WorkAsync(RunnerProcess process, CaseProcess measured, CancellationToken cancellationToken)
    {
        if (measured.Shape.RunsOnce)
        {
            return [await process.RunOnceAsync(cancellationToken)];
        }

        if (_schedule.WarmUp > TimeSpan.Zero)
        {
            await process.WarmUpAsync(_schedule.WarmUp, cancellationToken);
        }

        List<SliceResult> slices = [];
        for (int iteration = 0; iteration < _schedule.Iterations; iteration++)
        {
            slices.Add(_options.Kind == RunKind.Smoke
                ? await process.RunOnceAsync(cancellationToken)
                : await process.WorkAsync(_schedule.IterationTime, cancellationToken));
        }

        return slices;
    }

    private static Measurement Summarize(List<List<SliceResult>> launches, long? survived, IReadOnlyList<FigureResult> figures)
    {
        SliceResult[] last = [.. launches[^1]];
        double[] all = [.. launches.SelectMany(launch => launch).Select(slice => slice.NanosecondsPerOperation)];
        (double mean, double error) = Moments.Of(all);
        return new Measurement
        {
            Mean = mean,
            Error = error,
            Gen0 = last.Average(slice => slice.Gen0),
            Gen1 = last.Average(slice => slice.Gen1),
            Gen2 = last.Average(slice => slice.Gen2),
            Allocated = SliceResult.Allocated(last),
            Survived = survived,
            Figures = figures,
        };
    }
}
