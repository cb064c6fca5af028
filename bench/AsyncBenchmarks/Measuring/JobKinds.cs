using System;
using AsyncBenchmarks.Results;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

namespace AsyncBenchmarks.Measuring;

/// <summary>How BenchmarkDotNet spends its time on a case.</summary>
internal static class JobKinds
{
    /// <summary>BenchmarkDotNet's job for a kind of run. Counts are fixed, so that every row gets the same.</summary>
    public static Job Create(RunKind kind) => kind switch
    {
        RunKind.Full => new Job(nameof(RunKind.Full))
            .WithLaunchCount(3)
            .WithWarmupCount(5)
            .WithIterationCount(15)
            .WithIterationTime(TimeInterval.FromMilliseconds(250)),
        RunKind.Quick => new Job(nameof(RunKind.Quick))
            .WithLaunchCount(1)
            .WithWarmupCount(3)
            .WithIterationCount(8)
            .WithIterationTime(TimeInterval.FromMilliseconds(100)),
        RunKind.Smoke => new Job(nameof(RunKind.Smoke))
            .WithStrategy(RunStrategy.ColdStart)
            .WithLaunchCount(1)
            .WithIterationCount(1)
            .WithInvocationCount(1)
            .WithUnrollFactor(1),
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    /// <summary>What a case's process works before BenchmarkDotNet measures, until the JIT has nothing left to improve.</summary>
    public static TimeSpan WarmUp(RunKind kind) => kind switch
    {
        RunKind.Full => TimeSpan.FromSeconds(1),
        RunKind.Quick => TimeSpan.FromMilliseconds(600),
        _ => TimeSpan.Zero,
    };

    /// <summary>About how long a case takes, all launches together.</summary>
    public static TimeSpan Estimate(RunKind kind) => kind switch
    {
        RunKind.Full => TimeSpan.FromSeconds(27),
        RunKind.Quick => TimeSpan.FromSeconds(3.5),
        _ => TimeSpan.FromSeconds(0.7),
    };
}
