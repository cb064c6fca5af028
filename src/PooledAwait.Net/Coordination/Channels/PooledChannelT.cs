using System;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>A channel, bounded or not. This part is the state that readers and writers share; its methods run under the lock.</summary>
/// <remarks>
/// While there are items, no reader waits. While there is room, no writer waits. A channel of capacity 0 hands each item from a writer to a
/// reader. After the end nobody waits.
/// </remarks>
/// <typeparam name="T">The items.</typeparam>
[DebuggerDisplay("Items = {_items.Count}, Capacity = {_capacity}, Mode = {_mode}, End = {_end}")]
internal sealed partial class PooledChannel<T> : Channel<T>
{
    private static readonly OperationPool s_readers = OperationPools.Create(typeof(PooledChannel<T>));
    private static readonly OperationPool s_writers = OperationPools.Create(typeof(PooledChannel<T>));
    private static readonly OperationPool s_waiting = OperationPools.Create(typeof(PooledChannel<T>));

    /// <summary>The end of a channel without an error; never thrown.</summary>
    private static readonly Exception s_ended = new ChannelClosedException();

    private readonly int _capacity;
    private readonly BoundedChannelFullMode _mode;

    /// <summary>Whether a write may run a reader's continuation.</summary>
    private readonly bool _isInline;
    private readonly Action<T>? _itemDropped;
    private readonly TaskCompletionSource<VoidResult> _completion;

    private WaiterLock _lock;
    private ItemRing<T> _items = new([]);

    /// <summary>Calls of ReadAsync.</summary>
    private WaiterQueue<T> _readers;

    /// <summary>Calls of WriteAsync: each is an <see cref="ItemWaiter"/>.</summary>
    private WaiterQueue<VoidResult> _writers;

    /// <summary>Calls of WaitToReadAsync and of WaitToWriteAsync.</summary>
    private WaiterQueue<bool> _waitingToRead;
    private WaiterQueue<bool> _waitingToWrite;

    /// <summary>Null while items may be written; the error of the writer that has ended the channel, or <see cref="s_ended"/>.</summary>
    private Exception? _end;

    internal PooledChannel(int capacity, BoundedChannelFullMode mode, bool isInline, Action<T>? itemDropped)
    {
        _capacity = capacity;
        _mode = mode;
        _isInline = isInline;
        _itemDropped = itemDropped;
        _completion = new(isInline ? TaskCreationOptions.None : TaskCreationOptions.RunContinuationsAsynchronously);
        Reader = new ItemReader(this);
        Writer = new ItemWriter(this);
    }

    /// <summary>Whether a read would not wait.</summary>
    private bool CanRead => _items.Count != 0 || !_writers.IsEmpty;

    /// <summary>Whether a write would not wait.</summary>
    private bool CanWrite => _items.Count < _capacity || _mode != BoundedChannelFullMode.Wait || !_readers.IsEmpty;

    /// <summary>Takes an item, and lets those go on that wait for room.</summary>
    private bool TryTake([MaybeNullWhen(false)] out T item, ref Released released)
    {
        if (_items.Count == 0)
        {
            // Of capacity 0 only: a writer waits.
            return TryTakeFromWriter(out item, ref released);
        }

        item = _items.Take();
        if (_end is not null)
        {
            released.IsComplete = _items.Count == 0;
        }
        else if (TryTakeFromWriter(out T? next, ref released))
        {
            T[]? larger = null;
            bool isAdded = _items.TryAdd(next, ref larger);
            Debug.Assert(isAdded, "an item was taken out before");
        }
        else
        {
            _waitingToWrite.ReleaseAll(true, ref released.Waiting);
        }

        return true;
    }

    private bool TryTakeFromWriter([MaybeNullWhen(false)] out T item, ref Released released)
    {
        if (_writers.First is not { } first)
        {
            item = default;
            return false;
        }

        item = Cast.To<ItemWaiter>(first).TakeItem();
        _writers.Release(default, ref released.Writers);
        return true;
    }

    /// <summary>Writes an item to a reader or into the channel, or drops one as the mode says.</summary>
    /// <param name="item">The item; then the one that was dropped.</param>
    /// <param name="larger">As <see cref="ItemRing{T}.TryAdd"/> takes it.</param>
    /// <param name="released">Gets the waits that have ended.</param>
    private Attempt TryPut(ref T item, ref T[]? larger, ref Released released)
    {
        if (_end is not null)
        {
            return Attempt.Ended;
        }

        if (!_readers.IsEmpty)
        {
            _readers.Release(item, ref released.Readers);
            return Attempt.Written;
        }

        if (_items.Count < _capacity)
        {
            if (!_items.TryAdd(item, ref larger))
            {
                return Attempt.NeedsMemory;
            }

            _waitingToRead.ReleaseAll(true, ref released.Waiting);
            return Attempt.Written;
        }

        if (_mode == BoundedChannelFullMode.Wait)
        {
            return Attempt.Full;
        }

        if (_mode == BoundedChannelFullMode.DropNewest && _capacity != 0)
        {
            item = _items.ReplaceLast(item);
        }
        else if (_mode == BoundedChannelFullMode.DropOldest && _capacity != 0)
        {
            T oldest = _items.Take();
            _items.TryAdd(item, ref larger);
            item = oldest;
        }

        return Attempt.Dropped;
    }

    /// <summary>Ends the channel: no further items are written, and all waiters are told.</summary>
    private bool TryEnd(Exception? error)
    {
        // Canceled readers and writers get the cancellation itself, as with the framework's channels.
        Exception closed = error is OperationCanceledException ? error : ToClosed(error);
        Released released = default;
        _lock.Enter();
        bool isFirst = _end is null;
        if (isFirst)
        {
            _end = error ?? s_ended;
            released.IsComplete = _items.Count == 0;
            _readers.FailAll(closed, ref released.Readers);
            _writers.FailAll(closed, ref released.Writers);
            EndWaiting(ref _waitingToRead);
            EndWaiting(ref _waitingToWrite);
        }

        _lock.Exit();
        released.Publish(this);
        return isFirst;

        void EndWaiting(ref WaiterQueue<bool> queue)
        {
            if (error is null)
            {
                queue.ReleaseAll(false, ref released.Waiting);
            }
            else
            {
                queue.FailAll(error, ref released.Waiting);
            }
        }
    }

    /// <summary>The exception of a read or a write after the end.</summary>
    private static ChannelClosedException ToClosed(Exception? end) =>
        end is null || end == s_ended ? new ChannelClosedException() : new ChannelClosedException(end);

    /// <summary>The outcome of a read or a write after the end.</summary>
    private static Task<TResult> EndOf<TResult>(Exception end) =>
        end is not OperationCanceledException { CancellationToken: var token } ? Task.FromException<TResult>(ToClosed(end))
        : Task.FromCanceled<TResult>(token.IsCancellationRequested ? token : new CancellationToken(canceled: true));

    /// <summary>The waits that have ended, and perhaps the channel itself; published outside of the lock.</summary>
    private struct Released
    {
        internal WaiterQueue<T> Readers;
        internal WaiterQueue<VoidResult> Writers;
        internal WaiterQueue<bool> Waiting;

        /// <summary>Whether the channel has ended and its last item was read.</summary>
        internal bool IsComplete;

        internal void Publish(PooledChannel<T> channel)
        {
            // The channel first, so that waiters find it complete.
            if (IsComplete)
            {
                Exception end = channel._end!;
                _ = end == s_ended ? channel._completion.TrySetResult(default)
                    : end is OperationCanceledException canceled ? channel._completion.TrySetCanceled(canceled.CancellationToken)
                    : channel._completion.TrySetException(end);
            }

            Readers.Publish();
            Writers.Publish();
            Waiting.Publish();
        }
    }

    /// <summary>One side of the channel as the owner of its waits for a chance.</summary>
    /// <param name="channel">The channel.</param>
    /// <param name="isReader">Which side.</param>
    private sealed class Chance(PooledChannel<T> channel, bool isReader) : IWaiterOwner<bool>
    {
        public ref WaiterLock Lock => ref channel._lock;

        private ref WaiterQueue<bool> Queue => ref isReader ? ref channel._waitingToRead : ref channel._waitingToWrite;

        public void Remove(QueuedWaiter<bool> waiter, ref WaiterQueue<bool> released) => Queue.Remove(waiter);

        /// <summary>Waits until an item can be read or written.</summary>
        internal ValueTask<bool> WaitAsync(CancellationToken cancellationToken)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));
            }

            QueuedWaiter<bool>? waiter = null;
            while (true)
            {
                Lock.Enter();
                Exception? end = channel._end;
                bool isThere = isReader ? channel.CanRead : end is null && channel.CanWrite;
                if (isThere || end is not null)
                {
                    Lock.Exit();
                    waiter?.Abandon();
                    return isThere ? new ValueTask<bool>(true)
                        : end == s_ended ? default
                        : new ValueTask<bool>(Task.FromException<bool>(end!));
                }

                if (waiter is not null)
                {
                    break;
                }

                // Rented outside of the lock. The channel may change meanwhile.
                Lock.Exit();
                waiter = QueuedWaiter<bool>.Rent(s_waiting, Timeout.Infinite, cancellationToken, isReader && channel._isInline);
            }

            Queue.Add(waiter, this);
            ValueTask<bool> task = new(waiter, waiter.Token);
            waiter.Start(ref Lock);
            return task;
        }
    }
}
