using System;

namespace PooledAwait;

/// <content>The hooks, which the library as it ships does not have.</content>
internal static partial class Interleaving
{
    [ThreadStatic]
    internal static Action? t_point;

    [ThreadStatic]
    internal static Action? t_wait;

    [ThreadStatic]
    internal static Action<Action>? t_queue;

    /// <summary>Gives the schedule what would go to the thread pool.</summary>
    /// <returns>False if this thread has no schedule.</returns>
    internal static bool TryQueue(Action action)
    {
        t_queue?.Invoke(action);
        return t_queue is not null;
    }

    static partial void OnPoint() => t_point?.Invoke();

    static partial void OnWait() => t_wait?.Invoke();

    static partial void OnWaitFor(Func<bool> isOver)
    {
        while (t_wait is not null && !isOver())
        {
            t_wait();
        }
    }
}
