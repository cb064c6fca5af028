using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// The continuation of a thread that blocks until the operation is complete. A thread that is interrupted throws, and the operation is
/// nobody's.
/// </summary>
internal sealed class BlockingWaiter
{
    /// <summary>Blocks through a Task, because Task.Wait tells the thread pool that one of its threads blocks.</summary>
    private readonly TaskCompletionSource<bool> _completion = new();

    internal bool IsSet => _completion.Task.IsCompleted;

    /// <summary>Wakes the thread; for the completer, after it has published the result.</summary>
    internal void Set() => _completion.TrySetResult(true);

    /// <summary>Blocks the thread.</summary>
    internal void Wait()
    {
        Interleaving.BlockFor(() => IsSet);
        ((Task)_completion.Task).Wait();
    }
}
