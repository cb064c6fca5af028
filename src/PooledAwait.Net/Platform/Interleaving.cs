using System.Diagnostics;
#if POOLEDAWAIT_INTERLEAVING
using System;
#endif

namespace PooledAwait;

/// <summary>
/// The hooks with which a test's scheduler decides which thread goes on: before each shared access, where a thread waits
/// for another, and where something is queued. With the constant POOLEDAWAIT_INTERLEAVING; without it, as the library
/// ships, the calls are not compiled.
/// </summary>
internal static class Interleaving
{
#if POOLEDAWAIT_INTERLEAVING
    [ThreadStatic]
    internal static Action? t_point;

    [ThreadStatic]
    internal static Action? t_wait;

    [ThreadStatic]
    internal static Action<Action>? t_queue;

    /// <summary>Gives the scheduler what would go to the thread pool.</summary>
    /// <returns>False if this thread has no scheduler.</returns>
    internal static bool TryQueue(Action action)
    {
        t_queue?.Invoke(action);
        return t_queue is not null;
    }
#endif

    /// <summary>Before a shared access: the scheduler may let another thread go first.</summary>
    [Conditional("POOLEDAWAIT_INTERLEAVING")]
    internal static void Point()
    {
#if POOLEDAWAIT_INTERLEAVING
        t_point?.Invoke();
#endif
    }

    /// <summary>In a loop that waits: nothing will change until another thread has gone on.</summary>
    [Conditional("POOLEDAWAIT_INTERLEAVING")]
    internal static void Wait()
    {
#if POOLEDAWAIT_INTERLEAVING
        t_wait?.Invoke();
#endif
    }

    /// <summary>Before a wait that blocks: returns when it will not.</summary>
    /// <param name="waiter">Blocks until it is set.</param>
    [Conditional("POOLEDAWAIT_INTERLEAVING")]
    internal static void WaitFor(BlockingWaiter waiter)
    {
#if POOLEDAWAIT_INTERLEAVING
        while (t_wait is not null && !waiter.IsSet)
        {
            t_wait();
        }
#endif
    }
}
