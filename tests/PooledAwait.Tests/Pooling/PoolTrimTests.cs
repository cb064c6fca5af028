namespace PooledAwait.Tests;

[Trait(FlowMode.Needs, FlowMode.Pooling)]
public sealed class PoolTrimTests
{
    private const int Burst = 10_000;

    /// <summary>What is unused goes at the end of this many periods: the one of its last use, and the two after.</summary>
    private const int Periods = 1 + PoolTrimmer.IdlePeriods;

    [Fact]
    public void EndPeriod_WhenTheBurstIsOver_GivesItUpWithTheThird() => FreshLibrary.Run(static () =>
    {
        StopTimer();
        Depot depot = Fill<Idle>();
        int before = depot.GetStatistics().Idle;
        for (int i = 1; i < Periods; i++)
        {
            Assert.True(depot.EndPeriod());
            Assert.Equal(before, depot.GetStatistics().Idle);
        }

        Assert.False(depot.EndPeriod());
        Assert.Equal(0, depot.GetStatistics().Idle);
        Assert.Equal(before, depot.GetStatistics().Dropped);
    });

    [Fact]
    public void EndPeriod_WhileAPartIsInUse_KeepsThatPart() => Watchdog.Run(() =>
    {
        const int Used = 3_000;
        Depot depot = Fill<PartlyBusy>();
        List<PartlyBusy> items = [];
        for (int i = 0; i < 2 * Periods; i++)
        {
            while (items.Count < Used)
            {
                items.Add(Pool.TryRent<PartlyBusy>()!);
            }

            items.ForEach(Pool.Return);
            items.Clear();
            depot.EndPeriod();
        }

        Assert.DoesNotContain(null, items);
        Assert.InRange(PoolTests.Statistics<PartlyBusy>().Idle, Used, Used + (3 * Magazine.Capacity));
    });

    [Fact]
    public void EndPeriod_OfAnUnusedMagazine_GivesItUpWithTheThird() => FreshLibrary.Run(static () =>
    {
        StopTimer();
        for (int i = 0; i < 50; i++)
        {
            Pool.Return(new InMagazine());
        }

        for (int i = 1; i < Periods; i++)
        {
            DepotOf<InMagazine>().EndPeriod();
            Assert.Equal(50, PoolTests.Statistics<InMagazine>().Idle);
        }

        DepotOf<InMagazine>().EndPeriod();
        PoolStatistics statistics = PoolTests.Statistics<InMagazine>();
        Assert.Equal((0, 50, 50), (statistics.Idle, statistics.Returned, statistics.Dropped));
        Assert.Null(Pool.TryRent<InMagazine>());

        // And it begins anew.
        Pool.Return(new InMagazine());
        Assert.NotNull(Pool.TryRent<InMagazine>());
        statistics = PoolTests.Statistics<InMagazine>();
        Assert.Equal((2, 51, 1), (statistics.Rented, statistics.Returned, statistics.Allocated));
    });

    [Theory]
    [InlineData(1)] // beside the array
    [InlineData(2)]
    [InlineData(40)]
    public void EndPeriod_OfAMagazineInUse_KeepsIt(int count) => Watchdog.Run(() =>
    {
        Pool.Clear();
        for (int i = 0; i < count; i++)
        {
            Pool.Return(new InBusyMagazine());
        }

        for (int i = 0; i < 3 * Periods; i++)
        {
            // After each use the magazine is as it was before.
            Pool.Return(Pool.TryRent<InBusyMagazine>()!);
            DepotOf<InBusyMagazine>().EndPeriod();
        }

        Assert.Equal(count, PoolTests.Statistics<InBusyMagazine>().Idle);
        Assert.Equal(count, PoolTests.RentAll<InBusyMagazine>().Count);
    });

    [Fact]
    public void Timer_WhenThreadsWait_GivesUpTheirMagazinesAndTheDepotsWithinTenSeconds() => Watchdog.Run(() =>
    {
        using ManualResetEventSlim end = new();
        List<WeakReference> items = [];
        using CountdownEvent filled = new(4);
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(_ => new Thread(() =>
        {
            for (int i = 0; i < 500; i++)
            {
                Keep(items);
            }

            filled.Signal();
            end.Wait();
        }) { IsBackground = true })];
        Array.ForEach(threads, thread => thread.Start());
        filled.Wait();
        Stopwatch quiet = Stopwatch.StartNew();
        Garbage.Collect();
        Assert.All(items, static item => Assert.True(item.IsAlive));

        // Half a second is for the machine.
        while (quiet.Elapsed < TimeSpan.FromSeconds(9.5)
            && PoolRegistry.Snapshot().Single(depot => depot.Type == typeof(OfWaitingThread)).GetStatistics().Dropped != items.Count)
        {
            Thread.Sleep(100);
        }

        Garbage.Collect();
        Assert.All(items, static item => Assert.False(item.IsAlive));
        end.Set();
        Array.ForEach(threads, thread => thread.Join());

        static void Keep(List<WeakReference> items)
        {
            OfWaitingThread item = new();
            lock (items)
            {
                items.Add(new WeakReference(item));
            }

            Pool.Return(item);
        }
    });

    [Fact]
    public void EndPeriodAndClear_AgainstThreadsThatRentAndReturn_LendNoObjectTwice() => Watchdog.Run(() =>
    {
        int users = 4;
        string? failure = null;
        Thread[] threads = [.. Enumerable.Range(0, users).Select(seed => new Thread(() =>
        {
            Random random = new(seed);
            List<Owned> rented = [];
            for (int i = 0; i < Rounds.Of(300, 20_000); i++)
            {
                for (int k = random.Next(100); k > 0; k--)
                {
                    Owned item = Pool.TryRent<Owned>() ?? new Owned();
                    if (Interlocked.Exchange(ref item.Owner, seed + 1) != 0)
                    {
                        failure = "An object was lent twice.";
                    }

                    rented.Add(item);
                }

                for (int k = random.Next(rented.Count + 1); k > 0; k--)
                {
                    Owned item = rented[^1];
                    rented.RemoveAt(rented.Count - 1);
                    if (Interlocked.Exchange(ref item.Owner, 0) != seed + 1)
                    {
                        failure = "An object was someone else's.";
                    }

                    Pool.Return(item);
                }
            }

            Interlocked.Decrement(ref users);
        }))];
        Array.ForEach(threads, thread => thread.Start());
        for (int i = 0; Volatile.Read(ref users) != 0; i++)
        {
            if (i % 8 == 0)
            {
                PoolTrimmer.Clear(withMagazines: true);
            }
            else
            {
                PoolTrimmer.EndPeriod();
            }

            Thread.Yield();
        }

        Array.ForEach(threads, thread => thread.Join());
        Assert.Null(failure);
    });

    [Fact]
    public void EndPeriod_OfAPoolOfASmallSize_KeepsItsObjects() => Watchdog.Run(() =>
    {
        Depot depot = Fill<SmallIdle>();
        for (int i = 0; i < 2 * Periods; i++)
        {
            Assert.False(depot.EndPeriod());
        }

        Assert.Equal(5, depot.GetStatistics().Idle);
    });

    /// <summary>What was in flight and is not returned leaves empty arrays in the depot.</summary>
    [Fact]
    public void EndPeriod_WithNothingButEmptyArrays_GivesThemUp() => FreshLibrary.Run(static () =>
    {
        StopTimer();
        Depot depot = Fill<Gone>();
        Assert.Equal(Burst, PoolTests.RentAll<Gone>().Count);
        int periods = 1;
        while (depot.EndPeriod() && periods < 10 * Periods)
        {
            periods++;
        }

        Assert.InRange(periods, Periods, 2 * Periods);
    });

    [Fact]
    public void Timer_ThatCannotBeSet_IsTriedAgain() => FreshLibrary.Run(static () =>
    {
        FailingTimer timer = StopTimer(failures: 1);
        Assert.Equal(1, timer.Calls);
        PoolTrimmer.OnReturn(isTrimmed: true);
        Assert.Equal(2, timer.Calls);
        PoolTrimmer.OnReturn(isTrimmed: true);
        Assert.Equal(2, timer.Calls);
    });

    [Fact]
    public void Timer_ThatSleeps_IsSetByTheRentalThatMakesAMagazine() => FreshLibrary.Run(static () =>
    {
        FailingTimer timer = StopTimer(failures: 1);
        PoolTrimmer.OnReturn(isTrimmed: true);
        do
        {
            PoolTrimmer.OnTimer();
        }
        while (PoolTrimmer.EndPeriod());

        PoolTrimmer.OnTimer();
        int calls = timer.Calls;

        // The return, and all later uses, are on the fast path, which never looks.
        OperationPool pool = OperationPools.Create(typeof(PoolTrimTests));
        Assert.Null(pool.TryRent<object>());
        Assert.Equal(calls + 1, timer.Calls);
        pool.Return(new object());
        Assert.NotNull(pool.TryRent<object>());
        Assert.Equal(calls + 1, timer.Calls);
    });

    [Fact]
    public void Thread_ThatUsesOneOfTwoThousandPools_KeepsAtMostFourKilobytes() => Watchdog.Run(() =>
    {
        OperationPool last = default;
        for (int i = 0; i < 2_000; i++)
        {
            last = OperationPools.Create(typeof(PoolTrimTests));
        }

        PoolTests.RunOnAnotherThread(() =>
        {
            object item = new();
            long before = GC.GetAllocatedBytesForCurrentThread();
            _ = ThreadState.Current;
            Assert.Null(last.TryRent<object>());
            last.Return(item);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 4_096);
            Assert.Same(item, last.TryRent<object>());
        });
    });

    [Fact]
    public void Thread_ThatUsesPoolsWithFarNumbers_FindsEachInItsOwn() => Watchdog.Run(() =>
    {
        // A few on each page, and then all.
        OperationPool[] pools = [.. Enumerable.Range(0, 1_000).Select(static _ => OperationPools.Create(typeof(PoolTrimTests)))];
        foreach (int step in (int[])[200, 31, 7, 1])
        {
            OperationPool[] used = [.. pools.Where((_, i) => i % step == 0).Reverse()];
            PoolTests.RunOnAnotherThread(() =>
            {
                Dictionary<OperationPool, object[]> items =
                    used.ToDictionary(static pool => pool, static _ => Enumerable.Range(0, 3).Select(static _ => new object()).ToArray());
                for (int round = 0; round < 3; round++)
                {
                    foreach (OperationPool pool in used)
                    {
                        Array.ForEach(items[pool], item => pool.Return(item));
                    }

                    foreach (OperationPool pool in used)
                    {
                        object?[] rented = [pool.TryRent<object>(), pool.TryRent<object>(), pool.TryRent<object>()];
                        Assert.Equal(3, rented.Distinct().Count());
                        Assert.All(rented, item => Assert.Contains(item, items[pool]));
                        Assert.Null(pool.TryRent<object>());
                    }
                }
            });
        }
    });

    /// <summary>From here on only the test ends periods.</summary>
    private static FailingTimer StopTimer(int failures = 0)
    {
        FailingTimer timer = new(interruptions: 0, failures, new OutOfMemoryException());
        PoolTrimmer.s_timer = timer;
        PoolTrimmer.Begin();
        return timer;
    }

    private static Depot Fill<T>()
        where T : class, new()
    {
        for (int i = 0; i < Burst; i++)
        {
            Pool.Return(new T());
        }

        return DepotOf<T>();
    }

    private static Depot DepotOf<T>() => PoolRegistry.Snapshot().Single(static depot => depot.Type == typeof(T));

    private sealed class Idle;

    private sealed class PartlyBusy;

    private sealed class Gone;

    private sealed class InMagazine;

    private sealed class InBusyMagazine;

    private sealed class OfWaitingThread;

    private sealed class Owned
    {
        internal int Owner;
    }

    [PoolSize(5)]
    private sealed class SmallIdle;
}
