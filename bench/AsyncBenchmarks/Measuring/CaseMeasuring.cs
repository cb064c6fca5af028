using System.Reflection;
using AsyncBenchmarks.Harness;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using Perfolizer.Horology;

namespace AsyncBenchmarks.Measuring;

/// <summary>How to measure.</summary>
/// <param name="Kind">How much time to spend on each case.</param>
/// <param name="Runtime">The runtime.</param>
/// <param name="LogFile">Where everything goes that BenchmarkDotNet and the cases' processes print.</param>
internal sealed record MeasuringOptions(RunKind Kind, Runtime Runtime, string LogFile);

/// <summary>Measures cases with BenchmarkDotNet: one generated program for all of them, one process for each.</summary>
internal static class CaseMeasuring
{
    /// <summary>
    /// Measures cases; returns when all were reported to the observer, or throws
    /// <see cref="OperationCanceledException"/> after the running one was stopped.
    /// </summary>
    public static async Task RunAsync(
        IReadOnlyList<CaseProcess> cases, MeasuringOptions options, IMeasuringObserver observer, CancellationToken cancellationToken)
    {
        HarnessGenerator generator = new(options.Runtime);
        Toolchain toolchain = new(
            options.Runtime.Id,
            generator,
            new HarnessBuilder(options.Runtime, cancellationToken),
            new HarnessExecutor(options, cases.ToDictionary(each => each.Id), cancellationToken));
        try
        {
            // BenchmarkDotNet blocks its thread until it is through. When we are stopped, its process or its build is
            // stopped, but then it still describes the machine and prints a summary: nothing to wait for.
            Task running = Task.Factory.StartNew(
                () => Run(cases, options, toolchain, new ObserverAdapter(observer, cancellationToken), cancellationToken),
                CancellationToken.None,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default);
            await running.WaitAsync(cancellationToken);
        }
        finally
        {
            generator.RemovePrograms();
        }
    }

    private static void Run(
        IReadOnlyList<CaseProcess> cases,
        MeasuringOptions options,
        Toolchain toolchain,
        ObserverAdapter observer,
        CancellationToken cancellationToken)
    {
        using StreamLogger log = new(options.LogFile, append: true);
        ImmutableConfig config = ImmutableConfigBuilder.Create(
            ManualConfig.CreateEmpty()
                .AddLogger(log)
                .AddDiagnoser(MemoryDiagnoser.Default)
                .AddEventProcessor(observer)
                .WithArtifactsPath(HarnessGenerator.Folder)
                .WithOptions(ConfigOptions.DisableLogFile));
        List<BenchmarkCase> waiting = [];
        foreach (CaseProcess candidate in cases)
        {
            Job job = JobKinds.Create(options.Kind, candidate.Shape.NeedsPreparation)
                .WithRuntime(options.Runtime.BenchmarkRuntime!)
                .WithToolchain(toolchain);
            Try(candidate.Id, observer, () => waiting.Add(CaseParameters.ToBenchmark(candidate, options.Kind, job, config)));
        }

        // Usually once. BenchmarkDotNet gives up on all cases when it can't make sense of what one has printed.
        while (waiting.Count > 0 && !cancellationToken.IsCancellationRequested)
        {
            string first = CaseParameters.CaseIdOf(waiting[0]);
            Try(first, observer, () => BenchmarkRunner.Run(
                [.. waiting.GroupBy(benchmark => benchmark.Descriptor.Type).Select(of => new BenchmarkRunInfo([.. of], of.Key, config))]));
            observer.Failed(first, "BenchmarkDotNet refused to run it; its log says why.");
            waiting.RemoveAll(benchmark => observer.IsFinished(CaseParameters.CaseIdOf(benchmark)));
        }
    }

    // One case that can't even be made, or can't be read, must not stop the others.
    private static void Try(string caseId, ObserverAdapter observer, Action action)
    {
        try
        {
            action();
        }
#pragma warning disable CA1031 // Any exception is this case's failure.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            observer.Failed(caseId, exception.GetType().Name + ": " + exception.Message);
        }
    }
}

/// <summary>Makes BenchmarkDotNet's cases of ours, and finds ours again in its results.</summary>
internal static class CaseParameters
{
    public static BenchmarkCase ToBenchmark(CaseProcess from, RunKind kind, Job job, ImmutableConfig config)
    {
        Type type = from.Shape.NeedsPreparation ? typeof(PreparedCaseBenchmark) : typeof(CaseBenchmark);
        Descriptor descriptor = new(
            type,
            Method(nameof(CaseBenchmark.Run)),
            globalSetupMethod: Method(nameof(CaseBenchmark.Setup)),
            globalCleanupMethod: Method(nameof(CaseBenchmark.Cleanup)),
            iterationSetupMethod: from.Shape.NeedsPreparation ? Method(nameof(PreparedCaseBenchmark.Prepare)) : null,
            operationsPerInvoke: from.Shape.OperationsPerRun);
        ParameterInstances parameters = new(
        [
            Parameter(nameof(CaseBenchmark.CaseId), from.Id),
            Parameter(nameof(CaseBenchmark.WarmUpMilliseconds), (int)Schedule.Of(kind).WarmUp.TotalMilliseconds),
        ]);
        return BenchmarkCase.Create(descriptor, job, parameters, config);

        MethodInfo Method(string name) => type.GetMethod(name)!;
    }

    public static string CaseIdOf(BenchmarkCase benchmark) => (string)benchmark.Parameters[nameof(CaseBenchmark.CaseId)];

    private static ParameterInstance Parameter<T>(string name, T value)
        where T : notnull
    {
        ParameterDefinition definition = new(name, isStatic: false, [value], isArgument: false, typeof(T), priorityInCategory: 0);
        return new ParameterInstance(definition, value, SummaryStyle.Default);
    }
}

/// <summary>The schedule as BenchmarkDotNet's jobs.</summary>
internal static class JobKinds
{
    /// <summary>The job for cases of a kind of run.</summary>
    /// <param name="kind">The kind of run.</param>
    /// <param name="prepared">Whether the work is prepared before every run, so that an iteration is one run.</param>
    public static Job Create(RunKind kind, bool prepared)
    {
        Schedule schedule = Schedule.Of(kind);
        string name = kind + (prepared ? "Prepared" : "");
        if (kind == RunKind.Smoke)
        {
            return new Job(name)
                .WithStrategy(RunStrategy.ColdStart)
                .WithLaunchCount(schedule.Launches)
                .WithIterationCount(schedule.Iterations)
                .WithInvocationCount(1)
                .WithUnrollFactor(1);
        }

        Job job = new Job(name)
            .WithLaunchCount(schedule.Launches)
            .WithWarmupCount(schedule.WarmUpIterations);
        return prepared
            // Of milliseconds, what an empty call takes is nothing; measuring it would prepare as often again.
            ? job.WithIterationCount(schedule.PreparedIterations).WithInvocationCount(1).WithUnrollFactor(1).WithEvaluateOverhead(false)
            // With a given iteration time BenchmarkDotNet looks for the number of calls to the last per cent, which takes longer
            // than all iterations of a quick run. With the least time, it doubles until that is reached.
            : job.WithIterationCount(schedule.Iterations).WithMinIterationTime(
                TimeInterval.FromMilliseconds(schedule.IterationTime.TotalMilliseconds));
    }
}
