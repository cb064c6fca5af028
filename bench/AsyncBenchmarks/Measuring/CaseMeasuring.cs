using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Harness;
using AsyncBenchmarks.Results;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;

namespace AsyncBenchmarks.Measuring;

/// <summary>Measures cases with BenchmarkDotNet: one generated program for all of them, one process for each.</summary>
internal static class CaseMeasuring
{
    /// <summary>
    /// Measures cases that have work; returns when all were reported to the observer, or throws
    /// <see cref="OperationCanceledException"/> after the running one was stopped.
    /// </summary>
    public static async Task RunAsync(
        IReadOnlyList<Case> cases, MeasuringOptions options, IMeasuringObserver observer, CancellationToken cancellationToken)
    {
        // BenchmarkDotNet blocks its thread until it is through.
        await Task.Factory.StartNew(
            () => Run(cases, options, observer, cancellationToken),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private static void Run(
        IReadOnlyList<Case> cases, MeasuringOptions options, IMeasuringObserver observer, CancellationToken cancellationToken)
    {
        using StreamLogger log = new(options.LogFile);
        ImmutableConfig config = ImmutableConfigBuilder.Create(
            ManualConfig.CreateEmpty()
                .AddLogger(log)
                .AddDiagnoser(MemoryDiagnoser.Default)
                .AddEventProcessor(new ObserverAdapter(observer))
                .WithArtifactsPath(HarnessGenerator.Folder)
                .WithOptions(ConfigOptions.DisableLogFile));
        HarnessGenerator generator = new(options.Runtime.TargetFramework);
        Job job = JobKinds.Create(options.Kind)
            .WithRuntime(options.Runtime.BenchmarkRuntime)
            .WithToolchain(new Toolchain(
                options.Runtime.Id,
                generator,
                new HarnessBuilder(options.Runtime.TargetFramework, cancellationToken),
                new HarnessExecutor(options.Runtime.CommandFor, cancellationToken)));

        List<BenchmarkCase> benchmarks = [];
        foreach (Case candidate in cases)
        {
            try
            {
                benchmarks.Add(CaseParameters.ToBenchmark(candidate, candidate.Offer.Create!(), options.Kind, job, config));
            }
#pragma warning disable CA1031 // One workload that can't even be made must not stop the others.
            catch (Exception exception)
#pragma warning restore CA1031
            {
                observer.Finished(candidate.Id, null, exception.GetType().Name + ": " + exception.Message, null);
            }
        }

        if (benchmarks.Count == 0)
        {
            return;
        }

        try
        {
            BenchmarkRunner.Run([new BenchmarkRunInfo([.. benchmarks], typeof(CaseBenchmark), config)]);
        }
        finally
        {
            generator.RemovePrograms();
        }
    }
}
