using System.Linq;

namespace PooledAwait.Tests;

public sealed class PoolTrimTests
{
    private const int Burst = 10_000;

    [Fact]
    public void Trim_WhenWhatTheBurstLeftLayUnused_GivesItUpInSteps() => Watchdog.Run(() =>
    {
        Depot depot = Fill<Idle>();
        int before = depot.GetStatistics().Idle;

        depot.Trim(idleMilliseconds: 0, memoryIsShort: false); // begins to look
        depot.Trim(idleMilliseconds: 0, memoryIsShort: false);
        Assert.InRange(depot.GetStatistics().Idle, 1, before * 3 / 4);

        for (int i = 0; i < 20; i++)
        {
            depot.Trim(idleMilliseconds: 0, memoryIsShort: false);
        }

        Assert.Equal(0, depot.GetStatistics().Idle);
    });

    [Fact]
    public void Trim_WhileTheObjectsAreInUse_KeepsThem() => Watchdog.Run(() =>
    {
        Depot depot = Fill<Busy>();
        depot.Trim(idleMilliseconds: 0, memoryIsShort: false);
        for (int round = 0; round < 5; round++)
        {
            PoolTests.RentAll<Busy>().ForEach(Pool.Return);
            depot.Trim(idleMilliseconds: 0, memoryIsShort: false);
        }

        Assert.InRange(PoolTests.Statistics<Busy>().Idle, Burst - 64, Burst);
    });

    [Fact]
    public void Trim_BeforeTheIdleTimeIsOver_KeepsEverything() => Watchdog.Run(() =>
    {
        Depot depot = Fill<Fresh>();
        int before = depot.GetStatistics().Idle;
        for (int i = 0; i < 20; i++)
        {
            depot.Trim(idleMilliseconds: 600_000, memoryIsShort: false);
        }

        Assert.Equal(before, depot.GetStatistics().Idle);
    });

    [Fact]
    public void Trim_WhenMemoryIsShort_GivesUpEverythingAtOnce() => Watchdog.Run(() =>
    {
        Depot depot = Fill<Short>();
        depot.Trim(idleMilliseconds: 600_000, memoryIsShort: true);
        Assert.Equal(0, depot.GetStatistics().Idle);

        Depot small = Fill<SmallShort>();
        Assert.Equal(5, small.GetStatistics().Idle);
        small.Trim(idleMilliseconds: 600_000, memoryIsShort: true);
        Assert.Equal(0, small.GetStatistics().Idle);
    });

    [Fact]
    public void Collections_Alone_EmptyNothing() => Watchdog.Run(() =>
    {
        Fill<Collected>();
        Garbage.Collect();

        Assert.InRange(PoolTests.Statistics<Collected>().Idle, Burst - 64, Burst);
    });

    private static Depot Fill<T>()
        where T : class, new()
    {
        for (int i = 0; i < Burst; i++)
        {
            Pool.Return(new T());
        }

        return PoolRegistry.Snapshot().Single(depot => depot.Type == typeof(T));
    }

    private sealed class Idle;

    private sealed class Busy;

    private sealed class Fresh;

    private sealed class Short;

    private sealed class Collected;

    [PoolSize(5)]
    private sealed class SmallShort;
}
