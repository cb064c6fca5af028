namespace PooledAwait;

/// <summary>The continuation of a thread that blocks until the operation is complete. If it is interrupted, it takes no result, and other
/// code can take that later.</summary>
internal sealed class BlockingWaiter
{
    /// <summary>Blocks through a Task, because Task.Wait tells the thread pool that one of its threads blocks.</summary>
    private readonly TaskCompletionSource<bool> _completion = new();

    internal bool IsSet => _completion.Task.IsCompleted;

    /// <summary>Wakes the thread; for the completer, after it has published the result.</summary>
    internal void Set() => _completion.TrySetResult(true);

    internal void Wait()
    {
        Interleaving.BlockFor(() => IsSet);
        ((Task)_completion.Task).Wait();
    }
}
