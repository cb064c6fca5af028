using System.Runtime.ExceptionServices;

namespace PooledAwait;

/// <summary>Guards the state of an object that is waited for, its queues and the pending waits in them.</summary>
/// <remarks>Threads hold it for a few instructions. Under it no code throws, publishes a result or calls anything that a user wrote. Only a
/// channel allocates, when it needs a larger array. (With tracking on, the code that enters a lock is looked up under it, too.) So an
/// interrupted thread never leaves a wait half ended: <see cref="ShortLock"/> keeps the interrupt for the caller's own next wait.</remarks>
internal class WaiterLock
{
    private ShortLock _lock;

    /// <summary>The waits that the thread inside has ended, in order; null while nobody is inside. Written under the lock.</summary>
    private IEndedWait? _firstEnded;
    private IEndedWait? _lastEnded;

    internal void Enter()
    {
        Interleaving.Point();
        _lock.Enter();
    }

    internal void Exit()
    {
        IEndedWait? ended = _firstEnded;
        _firstEnded = null;
        _lastEnded = null;
        _lock.Exit();
        if (ended is not null)
        {
            Publish(ended);
        }
    }

    private static void Publish(IEndedWait? ended)
    {
        ExceptionDispatchInfo? failure = null;
        while (ended is not null)
        {
            // Read the link first, because a published waiter may already serve another use.
            IEndedWait? next = ended.NextEnded;
            ended.NextEnded = null;
            try
            {
                ended.Publish();
            }
            catch (Exception exception)
            {
                // A continuation that runs inline has thrown, and the other waits have ended all the same.
                failure ??= ExceptionDispatchInfo.Capture(exception);
            }

            ended = next;
        }

        failure?.Throw();
    }

    /// <summary>Adds an ended wait to those that <see cref="Exit"/> publishes; under the lock.</summary>
    internal void AddEnded(IEndedWait ended)
    {
        if (_lastEnded is null)
        {
            _firstEnded = ended;
        }
        else
        {
            _lastEnded.NextEnded = ended;
        }

        _lastEnded = ended;
    }
}
