namespace PooledAwait.Tests;

/// <summary>A timer whose lock is waited for with interruptions, and that fails then.</summary>
internal sealed class FailingTimer(int interruptions, int failures, Exception? failure = null) : ITimer
{
    internal int Calls { get; private set; }

    public bool Change(TimeSpan dueTime, TimeSpan period) =>
        ++Calls <= interruptions ? throw new ThreadInterruptedException()
        : Calls <= interruptions + failures ? throw failure ?? new TestException()
        : true;

    public void Dispose()
    {
    }

    public ValueTask DisposeAsync() => default;
}
