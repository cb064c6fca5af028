using System.Linq;

namespace PooledAwait.Tests;

public sealed class PoolStatisticsTests
{
    [Fact]
    public void GetStatistics_OnOneThread_CountsExactly() => Watchdog.Run(() =>
    {
        Assert.Null(Pool.TryRent<Counted>());
        Counted[] items = [.. Enumerable.Range(0, 100).Select(_ => new Counted())];
        foreach (Counted item in items)
        {
            Pool.Return(item);
        }

        for (int i = 0; i < 40; i++)
        {
            Assert.NotNull(Pool.TryRent<Counted>());
        }

        PoolStatistics statistics = PoolTests.Statistics<Counted>();
        Assert.Equal(typeof(Counted), statistics.Type);
        Assert.Equal(41, statistics.Rented);
        Assert.Equal(100, statistics.Returned);
        Assert.Equal(1, statistics.Allocated);
        Assert.Equal(60, statistics.Idle);
        Assert.Equal(0, statistics.Dropped);
        Assert.Equal(0, statistics.Retired);
        Assert.Equal(0, statistics.Rejected);
        Assert.Equal(statistics, PoolTests.Statistics<Counted>());
    });

    [Fact]
    public void GetStatistics_AfterEachUse_CountsIt() => Watchdog.Run(() =>
    {
        // What is beside the arrays counts as what is in them.
        for (int i = 1; i <= 100; i++)
        {
            Pool.Return(new CountedOneByOne());
            PoolStatistics statistics = PoolTests.Statistics<CountedOneByOne>();
            Assert.Equal(i, statistics.Returned);
            Assert.Equal(i, statistics.Idle);
        }

        for (int i = 1; i <= 100; i++)
        {
            Assert.NotNull(Pool.TryRent<CountedOneByOne>());
            PoolStatistics statistics = PoolTests.Statistics<CountedOneByOne>();
            Assert.Equal(i, statistics.Rented);
            Assert.Equal(100, statistics.Returned);
            Assert.Equal(100 - i, statistics.Idle);
        }
    });

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(33)]
    [InlineData(65)]
    [InlineData(66)]
    public void Clear_OfAny_CountsAll(int count) => Watchdog.Run(() =>
    {
        Pool.Clear();
        long before = PoolTests.Statistics<ClearedOften>().Dropped;
        for (int i = 0; i < count; i++)
        {
            Pool.Return(new ClearedOften());
        }

        Pool.Clear();

        PoolStatistics statistics = PoolTests.Statistics<ClearedOften>();
        Assert.Equal(count, statistics.Dropped - before);
        Assert.Equal(0, statistics.Idle);
    });

    [Fact]
    public void Clear_Counts_WhatItDropped() => Watchdog.Run(() =>
    {
        for (int i = 0; i < 100; i++)
        {
            Pool.Return(new Cleared());
        }

        Pool.Clear();

        PoolStatistics statistics = PoolTests.Statistics<Cleared>();
        Assert.Equal(100, statistics.Dropped);
        Assert.Equal(0, statistics.Idle);
        Assert.Null(Pool.TryRent<Cleared>());
    });

    [Fact]
    public void Clear_OfASmallPool_EmptiesItForAllThreads() => Watchdog.Run(() =>
    {
        PoolTests.RunOnAnotherThread(() => Pool.Return(new SmallCleared()));
        Assert.Equal(1, PoolTests.Statistics<SmallCleared>().Idle);

        Pool.Clear();

        Assert.Null(Pool.TryRent<SmallCleared>());
        Assert.Equal(1, PoolTests.Statistics<SmallCleared>().Dropped);
    });

    private sealed class Counted;

    private sealed class CountedOneByOne;

    private sealed class ClearedOften;

    private sealed class Cleared;

    [PoolSize(10)]
    private sealed class SmallCleared;
}
