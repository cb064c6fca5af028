using System.Text.RegularExpressions;
using Xunit.Sdk;

namespace PooledAwait.Schedules;

/// <summary>The explorer itself: it finds a fault, and can repeat it.</summary>
public partial class ExplorerTests
{
    [Fact]
    public void Explore_TwoThreadsOfTwoAccesses_RunsEverySchedule()
    {
        HashSet<string> orders = [];
        Explorer.Explore(race =>
        {
            int shared = 0;
            List<char> order = [];
            race(() => Twice('l'), () => Twice('r'));

            orders.Add(string.Concat(order));

            void Twice(char who)
            {
                for (int i = 0; i < 2; i++)
                {
                    Atomic.Write(ref shared, 0);
                    order.Add(who);
                }
            }
        });
        Assert.Equal(6, orders.Count);
    }

    [Fact]
    public void Explore_LostUpdate_IsFoundAndReplayed()
    {
        FailException failure = Assert.Throws<FailException>(() => Explorer.Explore(LostUpdate));
        string schedule = ScheduleIn().Match(failure.Message).Groups[1].Value;
        Assert.NotEmpty(schedule);
        Assert.Throws<EqualException>(() => Explorer.Replay(LostUpdate, schedule));

        static void LostUpdate(Race race)
        {
            int shared = 0;
            race(Increment, Increment);

            Assert.Equal(2, shared);

            void Increment() => Atomic.Write(ref shared, Atomic.Read(ref shared) + 1);
        }
    }

    [Fact]
    public void Explore_WaitForNothing_IsFound()
    {
        FailException failure = Assert.Throws<FailException>(() => Explorer.Explore(
            static race => race(static () => Interleaving.WaitFor(static () => false), static () => { })));
        Assert.Contains("does not come", failure.Message, StringComparison.Ordinal);
    }

    /// <summary>All schedules are run only if the same schedule is the same run each time.</summary>
    [Fact]
    public void Explore_ScenarioWithFewerAccessesInALaterRun_IsFound()
    {
        int runs = 0;
        Exception failure = Assert.ThrowsAny<Exception>(() => Explorer.Explore(race =>
        {
            int shared = 0;
            int accesses = runs++ == 0 ? 2 : 1;
            race(() => Access(accesses), () => Access(2));

            void Access(int count)
            {
                for (int i = 0; i < count; i++)
                {
                    _ = Atomic.Read(ref shared);
                }
            }
        }));
        Assert.Contains(Schedule.OtherRun, failure.Message, StringComparison.Ordinal);
    }

    [GeneratedRegex("Schedule ([LR]+)")]
    private static partial Regex ScheduleIn();
}
