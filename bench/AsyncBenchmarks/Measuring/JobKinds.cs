using AsyncBenchmarks.Results;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

namespace AsyncBenchmarks.Measuring;

/// <summary>What BenchmarkDotNet has to know to keep to the schedule.</summary>
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
            // Told the time of an iteration, BenchmarkDotNet looks for the number of calls to the last per cent, which takes longer
            // than all iterations of a quick run; told the least time, it doubles until it is enough.
            : job.WithIterationCount(schedule.Iterations).WithMinIterationTime(
                TimeInterval.FromMilliseconds(schedule.IterationTime.TotalMilliseconds));
    }
}
