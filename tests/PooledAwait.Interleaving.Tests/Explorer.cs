using System;
using System.Globalization;
using System.Runtime.ExceptionServices;
using System.Threading;
using Xunit;

namespace PooledAwait.Schedules;

/// <summary>Runs a scenario by all schedules of its two threads.</summary>
/// <remarks>
/// This proves what happens if the threads' shared accesses come one after another in some order; what weaker memory may do
/// besides is argued where the barriers are.
/// </remarks>
internal static class Explorer
{
    /// <summary>More would not be exhaustive in a test's time: such a scenario must be split.</summary>
    private const int MaxSchedules = 300_000;

    /// <summary>The variable with a schedule to run alone, as a failure has printed it.</summary>
    private const string Variable = "POOLEDAWAIT_SCHEDULE";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(15);

    /// <summary>Runs all schedules, or the one that the environment names.</summary>
    /// <param name="create">Makes the scenario anew for each.</param>
    /// <param name="atLeast">How many schedules there must be, so that a scenario that met no hook is noticed.</param>
    internal static void Explore(Func<Scenario> create, int atLeast = 10)
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } text)
        {
            Replay(create, text);
            return;
        }

        OnAThreadOfItsOwn(() => ExploreHere(create, atLeast));
    }

    /// <summary>Runs one schedule once more.</summary>
    internal static void Replay(Func<Scenario> create, string schedule) => OnAThreadOfItsOwn(() =>
    {
        Stage stage = new();
        stage.Run(create(), Schedule.Parse(schedule));
        stage.Dispose();
    });

    private static void ExploreHere(Func<Scenario> create, int atLeast)
    {
        Stage stage = new();
        Schedule schedule = new();
        int count = 0;
        do
        {
            count++;
            Assert.True(count <= MaxSchedules, "Too many schedules.");
            try
            {
                stage.Run(create(), schedule);
            }
            catch (Exception exception)
            {
                // The stage is left as it is: its threads may hang.
                Assert.Fail(string.Create(
                    CultureInfo.InvariantCulture,
                    $"Schedule {schedule.Text}, the {count}th, fails; {Variable}={schedule.Text} runs it alone.\n{exception}"));
            }
        }
        while (schedule.TryNext());
        stage.Dispose();
        Assert.InRange(count, atLeast, MaxSchedules);
    }

    /// <summary>Without the runner's SynchronizationContext, which would send what a scenario awaits elsewhere.</summary>
    private static void OnAThreadOfItsOwn(Action action)
    {
        ExceptionDispatchInfo? failure = null;
        Thread thread = new(() =>
        {
            try
            {
                action();
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        })
        {
            IsBackground = true,
        };
        thread.UnsafeStart();
        Assert.True(thread.Join(s_patience), "Still exploring.");
        failure?.Throw();
    }
}
