namespace PooledAwait;

/// <summary>A short wait that an interruption doesn't end. The interruption is kept for the caller's next wait. A local variable, never
/// copied.</summary>
internal struct UninterruptedWait
{
    private SpinWait _spinner;
    private bool _wasInterrupted;

    /// <summary>Calls code that may wait at a lock of the framework, and calls it again if an interruption has ended the wait.</summary>
    internal static TResult Repeat<TState, TResult>(Func<TState, TResult> call, TState state)
    {
        UninterruptedWait wait = default;
        try
        {
            while (true)
            {
                try
                {
                    return call(state);
                }
                catch (ThreadInterruptedException)
                {
                    wait.Keep();
                }
            }
        }
        finally
        {
            wait.End();
        }
    }

    internal void SpinOnce()
    {
        try
        {
            _spinner.SpinOnce();
        }
        catch (ThreadInterruptedException)
        {
            // After some rounds a SpinWait sleeps.
            Keep();
        }
    }

    /// <summary>Lets threads of a lower priority go on, too.</summary>
    internal void Sleep()
    {
        try
        {
            Thread.Sleep(1);
        }
        catch (ThreadInterruptedException)
        {
            Keep();
        }
    }

    /// <summary>Keeps an interruption that another wait has thrown.</summary>
    internal void Keep() => _wasInterrupted = true;

    /// <summary>Ends the wait, and interrupts the thread again if an interruption was kept.</summary>
    internal readonly void End()
    {
        if (_wasInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }
}
