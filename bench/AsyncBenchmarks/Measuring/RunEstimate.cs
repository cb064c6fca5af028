using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>How long a run will take, before anything is known but the host's catalog.</summary>
internal static class RunEstimate
{
    public static TimeSpan Of(Case measured, RunKind kind) => Schedule.Estimate(kind, measured.RunsOnce);

    /// <summary>The cases that a runtime will probably have; none on one that is missing.</summary>
    public static IEnumerable<Case> Measurable(Runtime runtime, IEnumerable<Case> cases) =>
        runtime.Missing is null ? cases.Where(each => each.Availability.Create is not null) : [];

    /// <summary>All of it, with what has to be built.</summary>
    public static TimeSpan Of(IEnumerable<Runtime> runtimes, IReadOnlyList<Case> cases, RunKind kind, Func<Runtime, Case, bool> isFinished) =>
        runtimes.Aggregate(TimeSpan.Zero, (sum, runtime) =>
        {
            Case[] waiting = [.. Measurable(runtime, cases).Where(each => !isFinished(runtime, each))];
            return sum + (waiting.Length > 0 ? runtime.BuildTime : TimeSpan.Zero) + TimeSpan.FromTicks(waiting.Sum(each => Of(each, kind).Ticks));
        });
}
