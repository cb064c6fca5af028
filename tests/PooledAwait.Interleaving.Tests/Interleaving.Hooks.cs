namespace PooledAwait;

/// <content>The hooks, which the library as it ships does not have.</content>
internal static partial class Interleaving
{
    [ThreadStatic]
    internal static Action? t_point;

    [ThreadStatic]
    internal static Action<Func<bool>>? t_waitFor;

    [ThreadStatic]
    internal static Action? t_spin;

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

    static partial void OnWaitFor(Func<bool> isOver) => t_waitFor?.Invoke(isOver);

    static partial void OnSpin() => t_spin?.Invoke();

    static partial void OnBlockFor(Func<bool> isOver) => OnWaitFor(isOver);
}
