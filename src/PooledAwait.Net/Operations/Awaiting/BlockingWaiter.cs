using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// The continuation of a thread that blocks until the operation is complete. A thread that is interrupted gives up its wait,
/// and another registration takes its place: the operation's own fields stay the completer's.
/// </summary>
internal sealed class BlockingWaiter
{
    private static readonly object s_abandoned = new();
    private static readonly object s_completed = new();

    /// <summary>Blocks through a Task, because Task.Wait tells the thread pool that one of its threads blocks.</summary>
    private readonly TaskCompletionSource<bool> _completion = new();

    /// <summary>
    /// Null while a thread blocks; <see cref="s_abandoned"/> when it was interrupted; the <see cref="Successor"/> that took its
    /// place; <see cref="s_completed"/> at the end. Changed by exchanges only.
    /// </summary>
    private object? _phase;

    internal bool IsSet => _completion.Task.IsCompleted;

    /// <summary>Wakes the thread; for the completer, after it has published the result.</summary>
    /// <returns>The continuation that took the thread's place, to be dispatched; null if there is none.</returns>
    internal Successor? Set()
    {
        Interleaving.Point();
        object? previous = Interlocked.Exchange(ref _phase, s_completed);
        _completion.TrySetResult(true);
        return previous as Successor;
    }

    /// <summary>Blocks the thread.</summary>
    /// <exception cref="ThreadInterruptedException">The thread was interrupted; something else may be registered in its place.</exception>
    internal void Wait()
    {
        try
        {
            Interleaving.BlockFor(() => IsSet);
            ((Task)_completion.Task).Wait();
        }
        catch
        {
            Abandon();
            throw;
        }
    }

    /// <summary>The thread gives up its wait.</summary>
    internal void Abandon()
    {
        Interleaving.Point();
        Interlocked.CompareExchange(ref _phase, s_abandoned, null);
    }

    /// <summary>Registers something else in the place of a thread, or of its successor, that was interrupted.</summary>
    /// <param name="continuation">As the operation would hold it.</param>
    /// <param name="state">As the operation would hold it.</param>
    /// <param name="isComplete">Whether the operation is complete: <see cref="Set"/> comes after its publication.</param>
    /// <returns>False if a thread blocks, if something else awaits, or if the operation is complete.</returns>
    internal bool TryReplace(object continuation, object? state, out bool isComplete)
    {
        Successor successor = new(continuation, state);
        BlockingWaiter waiter = this;
        while (true)
        {
            Interleaving.Point();
            object? phase = Interlocked.CompareExchange(ref waiter._phase, successor, s_abandoned);
            if (phase is Successor { Continuation: BlockingWaiter next })
            {
                waiter = next;
                continue;
            }

            isComplete = ReferenceEquals(phase, s_completed);
            return ReferenceEquals(phase, s_abandoned);
        }
    }

    /// <summary>The continuation that was registered in the place of an interrupted thread.</summary>
    /// <param name="continuation">As the operation would hold it.</param>
    /// <param name="state">As the operation would hold it.</param>
    internal sealed class Successor(object continuation, object? state)
    {
        internal object Continuation => continuation;

        internal object? State => state;
    }
}
