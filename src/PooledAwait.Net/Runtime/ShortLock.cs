namespace PooledAwait;

/// <summary>A lock for a few instructions. Unlike Monitor's, its wait never throws ThreadInterruptedException and pumps no messages on an
/// STA thread, because neither may happen between a claim and its effect. Not reentrant; a field, never copied.</summary>
internal struct ShortLock
{
    /// <summary>How often a waiting thread spins before it yields, twice as long each time.</summary>
    internal const int Spins = 8;

    /// <summary>After this many waits a thread sleeps for a millisecond instead of yielding. A power of two.</summary>
    internal const int WaitsPerSleep = 32;

    /// <summary>Whether there is one processor: a thread that spins keeps the one it waits for from running.</summary>
    private static readonly bool s_isSingle = Environment.ProcessorCount == 1;

    /// <summary>1 while a thread is inside, else 0.</summary>
    private int _isHeld;

    internal void Enter()
    {
        if (Interlocked.CompareExchange(ref _isHeld, 1, 0) != 0)
        {
            EnterContended();
        }
    }

    /// <summary>Releases, so that the next thread sees all writes under the lock.</summary>
    internal void Exit() => Volatile.Write(ref _isHeld, 0);

    private void EnterContended()
    {
        UninterruptedWait wait = default;
        int waits = 0;
        do
        {
            Interleaving.Spin();
            waits++;
            if (waits <= Spins && !s_isSingle)
            {
                Thread.SpinWait(1 << waits);
            }
            else if ((waits & (WaitsPerSleep - 1)) != 0)
            {
                Thread.Yield();
            }
            else
            {
                // The owner may have a lower priority, to which a yield does not give way.
                wait.Sleep();
            }
        }
        while (Volatile.Read(ref _isHeld) != 0 || Interlocked.CompareExchange(ref _isHeld, 1, 0) != 0);

        wait.End();
    }
}
