using System.Runtime.CompilerServices;
using System.Threading;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>
/// A pending operation: what its awaiter waits for, and, of a method, what is resumed. It has one awaiter, who gives it back,
/// and one completer, unchecked. An exception goes to the completer of the awaited operation, and leaves its contexts changed.
/// </summary>
internal abstract partial class HandWrittenOperation(int kind)
{
    private const int Pending = 0;
    private const int Awaited = 1;
    private const int Completed = 2;

    /// <summary>
    /// <see cref="Pending"/>, until either the awaiter or the completer comes: <see cref="Awaited"/>, and the completer goes on
    /// with the continuation; or <see cref="Completed"/>, and the awaiter goes on itself.
    /// </summary>
    private int _state;

    /// <summary>The awaiting box; valid once this is <see cref="Awaited"/>.</summary>
    private HandWrittenOperation? _continuation;

    /// <summary>Whether it was complete before it was awaited.</summary>
    public bool IsCompleteUnawaited
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
        get => Volatile.Read(ref _state) == Completed;
    }

    /// <summary>Whether all threads share this operation: it has no pool, keeps nothing, and runs no continuation.</summary>
    private bool IsShared => kind < 0;

    /// <summary>The awaiting box; null if there is none yet.</summary>
    protected HandWrittenOperation? Awaiter => Volatile.Read(ref _state) == Awaited ? _continuation : null;

    /// <summary>Goes on.</summary>
    /// <param name="awaited">The complete operation that was awaited, to be returned to its pool. Null if it is none of ours.</param>
    /// <param name="lists">This thread's.</param>
    /// <returns>This, if its result is written now; null if it is suspended again, and perhaps running elsewhere.</returns>
    protected abstract HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists);

    /// <summary>Registers what goes on when this is complete.</summary>
    /// <returns>False if it is complete.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per suspension
    public bool TryContinueWith(HandWrittenOperation continuation)
    {
        _continuation = continuation;

        // The exchange publishes the continuation, and decides against a completer that comes at this moment.
        return Interlocked.CompareExchange(ref _state, Awaited, Pending) == Pending;
    }

    /// <summary>Registers what goes on when this is complete, or goes on at once.</summary>
    public void ContinueWith(HandWrittenOperation continuation)
    {
        if (!TryContinueWith(continuation))
        {
            Run(continuation, this);
        }
    }

    /// <summary>Resets the awaiting box of a complete operation after its continuation ran.</summary>
    public void ShowComplete() => Volatile.Write(ref _state, Completed);

    /// <summary>Publishes a result that is written, and runs what awaits it, and what awaits that, as far as it goes.</summary>
    public void Complete()
    {
        HandWrittenOperation? continuation = Publish();
        if (continuation is not null)
        {
            Run(continuation, this);
        }
    }

    /// <summary>Makes this as new, and gives it to the thread's list.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few instructions
    public void GiveBack(HandWrittenPool.FreeList[] lists)
    {
        _state = Pending;
        lists[kind].Give(this);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per completion
    private HandWrittenOperation? Publish() =>
        Volatile.Read(ref _state) == Awaited || Interlocked.CompareExchange(ref _state, Completed, Pending) == Awaited
            ? _continuation
            : null;
}
