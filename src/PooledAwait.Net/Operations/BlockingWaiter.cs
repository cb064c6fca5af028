using System.Diagnostics.CodeAnalysis;
using System.Threading;

namespace PooledAwait;

/// <summary>The continuation of a thread that blocks until the operation is complete.</summary>
[SuppressMessage("Design", "CA1001", Justification = "See Wait: there is nothing to free, and no moment to free it.")]
internal sealed class BlockingWaiter
{
    private readonly ManualResetEventSlim _completed = new();

    internal void Set() => _completed.Set();

    // Not disposed: the setter may still be inside Set when the thread continues, and without a wait handle there is nothing to free.
    internal void Wait()
    {
        Interleaving.WaitFor(() => _completed.IsSet);
        _completed.Wait();
    }
}
