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
}
