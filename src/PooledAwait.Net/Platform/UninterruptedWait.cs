using System.Threading;

namespace PooledAwait;

/// <summary>
/// A short wait that an interruption of the thread does not end: the interruption is kept for the caller's own next wait. A local variable,
/// never copied.
/// </summary>
internal struct UninterruptedWait
{
    private SpinWait _spinner;
    private bool _wasInterrupted;

    /// <summary>Lets other threads go on.</summary>
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

    /// <summary>Ends the wait: an interruption that was kept is the caller's.</summary>
    internal readonly void End()
    {
        if (_wasInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }
}
