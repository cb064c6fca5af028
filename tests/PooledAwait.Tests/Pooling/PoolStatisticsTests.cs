namespace PooledAwait.Tests;

[Trait(FlowMode.Needs, FlowMode.Pooling)]
public sealed class PoolStatisticsTests
{
    /// <summary>A thread takes an object in two stores, and counts with the second one.</summary>
    [Fact]
    public void GetStatistics_WhileAnObjectIsBeingTaken_DoesNotDecreaseReturns()
    {
        MagazineDepot depot = new(typeof(object), objects: null, PoolSizes.DefaultSize);
        Magazine magazine = depot.AddMagazine(new Magazine?[1], 0);
        Assert.True(magazine.TryPut(new object()));
        Assert.Equal((0, 1, 1), Read());
        magazine.First = null;
        Assert.Equal((0, 1, 0), Read());
        magazine.Rented++;
        Assert.Equal((1, 1, 0), Read());

        (long Rented, long Returned, int Idle) Read()
        {
            PoolStatistics statistics = depot.GetStatistics();
            return (statistics.Rented, statistics.Returned, statistics.Idle);
        }
    }

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
    public void Clear_OfASmallPool_EmptiesItForAllThreads() => Watchdog.Run(() =>
    {
        PoolTests.RunOnAnotherThread(() => Pool.Return(new SmallCleared()));
        Assert.Equal(1, PoolTests.Statistics<SmallCleared>().Idle);

        Pool.Clear();

        Assert.Null(Pool.TryRent<SmallCleared>());
        Assert.Equal(1, PoolTests.Statistics<SmallCleared>().Dropped);
    });

    [Fact]
    public void GetStatistics_OfAThreadThatBalances_CountsItWhileItLivesAndAfter() => Watchdog.Run(() =>
    {
        using ManualResetEventSlim balanced = new();
        using ManualResetEventSlim end = new();
        StartAndForget(() =>
        {
            Balanced item = Pool.TryRent<Balanced>() ?? new Balanced();
            for (int i = 0; i < 999; i++)
            {
                Pool.Return(item);
                item = Pool.TryRent<Balanced>()!;
            }

            Pool.Return(item);
            balanced.Set();
            end.Wait();
        });

        balanced.Wait();
        PoolStatistics living = PoolTests.Statistics<Balanced>();
        Assert.Equal((1_000, 1_000, 1, 1), (living.Rented, living.Returned, living.Allocated, living.Idle));

        // Whether the trimmer has found it unused before, is not for this test.
        end.Set();
        Watchdog.WaitFor(
            static () =>
            {
                PoolStatistics now = PoolTests.Statistics<Balanced>();
                Assert.Equal((1_000, 1_000, 1), (now.Rented, now.Returned, now.Idle + now.Dropped));
                Garbage.Collect();
                return now.Dropped == 1;
            },
            "the thread's objects, dropped by its finalizer");
    });

    [Fact]
    public void GetStatistics_OfAnEndedThread_CountsItBeforeItsFinalizerToo() => Watchdog.Run(() =>
    {
        using ManualResetEventSlim blocked = new();
        using ManualResetEventSlim goOn = new();
        BlockFinalizers(blocked, goOn);
        while (!blocked.IsSet)
        {
            GC.Collect();
            Thread.Sleep(1);
        }

        PoolTests.RunOnAnotherThread(static () =>
        {
            Assert.Null(Pool.TryRent<BeforeFinalizer>());
            Pool.Return(new BeforeFinalizer());
            Assert.NotNull(Pool.TryRent<BeforeFinalizer>());
        });
        for (int i = 0; i < 10; i++)
        {
            GC.Collect();
            PoolStatistics now = PoolTests.Statistics<BeforeFinalizer>();
            Assert.Equal((2, 1), (now.Rented, now.Returned));
        }

        goOn.Set();
    });

    [Fact]
    public void GetStatistics_AgainstThreadsThatPassObjectsOn_ShowsNoReturnBeforeItsRentalAndNeverLessThanBefore() => Watchdog.Run(() =>
    {
        const int Pairs = 2;
        string? failure = null;
        int running = Pairs;
        Thread[] users = [.. Enumerable.Range(0, Pairs).Select(_ => new Thread(() =>
        {
            // Rented on one thread and returned on another, in bursts that do and do not need the depot.
            using BlockingCollection<Passed> queue = new(boundedCapacity: 100);
            Thread consumer = new(() =>
            {
                foreach (Passed item in queue.GetConsumingEnumerable())
                {
                    Pool.Return(item);
                    Pool.Return(Pool.TryRent<Passed>() ?? new Passed());
                }
            });
            consumer.Start();
            for (int i = 0; i < Rounds.Of(30_000, 1_000_000); i++)
            {
                queue.Add(Pool.TryRent<Passed>() ?? new Passed());
            }

            queue.CompleteAdding();
            consumer.Join();
            Interlocked.Decrement(ref running);
        }))];
        Thread[] readers = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() =>
        {
            PoolStatistics before = default;
            while (Volatile.Read(ref running) != 0)
            {
                PoolStatistics now = PoolTests.Statistics<Passed>();
                if (now.Returned > now.Rented || now.Rented < before.Rented || now.Returned < before.Returned)
                {
                    failure = $"{now} after {before}";
                }

                before = now;
            }
        }))];
        Array.ForEach(users, static thread => thread.Start());
        Array.ForEach(readers, static thread => thread.Start());
        Array.ForEach(users, static thread => thread.Join());
        Array.ForEach(readers, static thread => thread.Join());

        Assert.Null(failure);
        PoolStatistics end = PoolTests.Statistics<Passed>();
        Assert.Equal(end.Rented, end.Returned);
    });

    /// <summary>In a method of its own, so that no local variable keeps the thread.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void StartAndForget(ThreadStart start) => new Thread(start).Start();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void BlockFinalizers(ManualResetEventSlim blocked, ManualResetEventSlim goOn) => _ = new Blocker(blocked, goOn);

    private sealed class Balanced;

    private sealed class Passed;

    private sealed class BeforeFinalizer;

    private sealed class Blocker(ManualResetEventSlim blocked, ManualResetEventSlim goOn)
    {
        ~Blocker()
        {
            blocked.Set();
            goOn.Wait(TimeSpan.FromSeconds(10));
        }
    }

    private sealed class ClearedOften;

    [PoolSize(10)]
    private sealed class SmallCleared;
}
