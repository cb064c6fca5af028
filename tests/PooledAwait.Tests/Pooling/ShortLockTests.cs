using System;
using System.Linq;
using System.Threading;

namespace PooledAwait.Tests;

public sealed class ShortLockTests
{
    private ShortLock _lock;

    [Fact]
    public void Enter_OfAThreadThatIsInterrupted_GetsTheLockAndLeavesTheInterruptionToTheNextWait() => Watchdog.Run(() =>
    {
        _lock.Enter();
        bool isInside = false;
        Exception? inside = null;
        Exception? next = null;
        Thread thread = new(() =>
        {
            inside = Record.Exception(() => _lock.Enter());
            Volatile.Write(ref isInside, true);
            _lock.Exit();
            next = Record.Exception(static () => Thread.Sleep(Timeout.Infinite));
        });
        thread.Start();

        // Long enough for it to sleep more than once.
        Thread.Sleep(50);
        thread.Interrupt();
        Thread.Sleep(50);
        Assert.False(Volatile.Read(ref isInside));

        _lock.Exit();
        thread.Join();
        Assert.Null(inside);
        Assert.IsType<ThreadInterruptedException>(next);
    });

    [Fact]
    public void RentAndReturn_OfAThreadThatIsInterrupted_Work() => Watchdog.Run(() =>
    {
        // The depot's lock, where the exception came between the claim of a return and its end.
        Thread thread = new(static () =>
        {
            Thread.CurrentThread.Interrupt();
            Contended[] items = [.. Enumerable.Range(0, 200).Select(static _ => new Contended())];
            for (int round = 0; round < 200; round++)
            {
                Array.ForEach(items, Pool.Return);
                for (int i = 0; i < items.Length; i++)
                {
                    items[i] = Pool.TryRent<Contended>() ?? new Contended();
                }
            }
        });
        Depot? depot = null;
        Pool.Return(new Contended());
        depot = PoolRegistry.Snapshot().Single(static depot => depot.Type == typeof(Contended));
        thread.Start();
        while (!thread.Join(0))
        {
            depot.GetStatistics();
        }
    });

    private sealed class Contended;
}
