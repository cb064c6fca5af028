using System.Globalization;
using System.Runtime.ExceptionServices;

namespace PooledAwait.Schedules;

/// <summary>Runs a scenario by all schedules of its two threads. It prepares, races, and then checks the outcome.</summary>
/// <remarks>
/// This proves what happens if the threads' shared accesses come one after another in some order. On <see cref="WeakMemory"/>, in the copy
/// that <see cref="Weaver"/> makes, reads may also return old values: there the number of switches and of old reads has a bound.
/// </remarks>
internal static class Explorer
{
    /// <summary>More would not be exhaustive in a test's time: such a scenario must be split.</summary>
    private const int MaxSchedules = 300_000;

    /// <summary>The variable with a schedule to run alone, as a failure has printed it.</summary>
    private const string Variable = "POOLEDAWAIT_SCHEDULE";

    /// <summary>On weak memory: how often a schedule switches from a thread that could go on.</summary>
    private const int MaxSwitches = 3;

    /// <summary>On weak memory: how many reads of a schedule return an old value.</summary>
    private const int MaxOldReads = 2;

    /// <summary>On weak memory: how often a scenario runs before it is explored.</summary>
    private const int WarmRuns = 4;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(15);

    /// <summary>Whether accesses go through <see cref="WeakMemory"/>, as those of the woven copy do.</summary>
    internal static bool IsWeak { get; set; }

    /// <summary>How many schedules have run.</summary>
    internal static int Schedules { get; private set; }

    /// <inheritdoc cref="Explore(int, Action{Race})"/>
    internal static void Explore(Action<Race> scenario) => Explore(atLeast: 10, scenario);

    /// <summary>Runs all schedules, or the one that the environment names.</summary>
    /// <param name="atLeast">How many schedules there must be, so that a scenario that met no hook is noticed.</param>
    /// <param name="scenario">Runs anew for each.</param>
    internal static void Explore(int atLeast, Action<Race> scenario)
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } text)
        {
            Replay(scenario, text);
            return;
        }

        OnAThreadOfItsOwn(() => ExploreHere(scenario, atLeast));
    }

    /// <summary>Runs one schedule once more.</summary>
    internal static void Replay(Action<Race> scenario, string schedule) => OnAThreadOfItsOwn(() =>
    {
        Stage stage = NewStage();
        stage.Run(scenario, Schedule.Parse(schedule));
        stage.Dispose();
    });

    private static void ExploreHere(Action<Race> scenario, int atLeast)
    {
        Stage stage = NewStage();
        for (int i = 0; IsWeak && i < WarmRuns; i++)
        {
            // What is made once in a process, and the objects that are pooled, are made before: all runs are alike.
            stage.Run(scenario, new Schedule());
        }

        Schedule schedule = new();
        int count = 0;
        do
        {
            count++;
            Assert.True(count <= MaxSchedules, "Too many schedules.");
            try
            {
                stage.Run(scenario, schedule);
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
        Schedules += count;
        Assert.InRange(count, IsWeak ? 1 : atLeast, MaxSchedules);
    }

    private static Stage NewStage() => IsWeak ? new Stage(MaxSwitches, MaxOldReads) : new Stage();

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
            finally
            {
                ThreadState.Current.Clear();
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
