using System;
using System.Diagnostics;
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
internal sealed partial class PooledChannel<T> : Channel<T>, IEndedWait
{
    private static readonly OperationPool s_items = OperationPools.Create(typeof(PooledChannel<T>));
    private static readonly OperationPool s_chances = OperationPools.Create(typeof(PooledChannel<T>));

    /// <summary>The end of a channel without an error; never thrown.</summary>
    private static readonly Exception s_ended = new ChannelClosedException();

    private readonly int _capacity;
    private readonly BoundedChannelFullMode _mode;

    /// <summary>Whether a write may run a reader's continuation.</summary>
    private readonly bool _isInline;
    private readonly Action<T>? _itemDropped;
    private readonly TaskCompletionSource<VoidResult> _completion;

    private readonly WaiterLock _lock = new();

    /// <summary>Calls of ReadAsync.</summary>
    private readonly WaiterQueue<T> _readers;

    /// <summary>Calls of WriteAsync, each with its item.</summary>
    private readonly WaiterQueue<T> _writers;

    /// <summary>Calls of WaitToReadAsync and of WaitToWriteAsync.</summary>
    private readonly WaiterQueue<bool> _waitingToRead;
    private readonly WaiterQueue<bool> _waitingToWrite;

    private ItemRing<T> _items = new([]);

    /// <summary>Null while items may be written; the error of the writer that has ended the channel, or <see cref="s_ended"/>.</summary>
    private Exception? _end;

    internal PooledChannel(int capacity, BoundedChannelFullMode mode, bool isInline, Action<T>? itemDropped)
    {
        _capacity = capacity;
        _mode = mode;
        _isInline = isInline;
        _itemDropped = itemDropped;
        _completion = new(isInline ? TaskCreationOptions.None : TaskCreationOptions.RunContinuationsAsynchronously);
        _readers = new(s_items, TryTake, _lock);
        _writers = new(s_items, (ref item) => TryPut(ref item, out _), _lock);
        _waitingToRead = new(s_chances, (ref result) => IsChance(ref result, CanRead), _lock);
        _waitingToWrite = new(s_chances, (ref result) => IsChance(ref result, _end is null && CanWrite), _lock);
        Reader = new ItemReader(this);
        Writer = new ItemWriter(this);
    }

    /// <summary>Whether a read would not wait.</summary>
    private bool CanRead => _items.Count != 0 || !_writers.IsEmpty;

    /// <summary>Whether a write would not wait.</summary>
    private bool CanWrite => _items.Count < _capacity || _mode != BoundedChannelFullMode.Wait || !_readers.IsEmpty;

    IEndedWait? IEndedWait.NextEnded { get; set; }

    /// <summary>Completes the channel, which has ended and whose last item was read.</summary>
    void IEndedWait.Publish() => _ = _end == s_ended ? _completion.TrySetResult(default)
        : _end is OperationCanceledException canceled ? _completion.TrySetCanceled(canceled.CancellationToken)
        : _completion.TrySetException(_end!);

    /// <summary>Whether a wait for a chance is over: there is one, or there will be none.</summary>
    private bool IsChance(ref bool result, bool isThere)
    {
        result = isThere;
        return isThere || _end == s_ended;
    }

    /// <summary>Takes an item, and lets those go on that wait for room.</summary>
    private bool TryTake(ref T item)
    {
        if (_items.Count == 0)
        {
            // Of capacity 0 only: a writer waits.
            if (_writers.First is not { } writer)
            {
                return false;
            }

            item = writer.Result;
            _writers.Release(default!);
            return true;
        }

        item = _items.Take();
        if (_end is null)
        {
            _writers.Admit();
            _waitingToWrite.Admit();
        }
        else if (_items.Count == 0)
        {
            _lock.AddEnded(this);
        }

        return true;
    }

    /// <summary>Writes an item to a reader or into the channel, or drops one as the mode says.</summary>
    /// <param name="item">The item; then the one that was dropped, or none.</param>
    /// <param name="isDropped">Whether one was dropped.</param>
    /// <returns>False if the channel is full, or has ended.</returns>
    private bool TryPut(ref T item, out bool isDropped)
    {
        isDropped = false;
        if (_end is not null)
        {
            return false;
        }

        if (!_readers.IsEmpty)
        {
            _readers.Release(item);
        }
        else if (_items.Count < _capacity)
        {
            Add(item);
            _waitingToRead.Admit();
        }
        else if (_mode == BoundedChannelFullMode.Wait)
        {
            return false;
        }
        else
        {
            isDropped = true;
            if (_mode == BoundedChannelFullMode.DropNewest && _capacity != 0)
            {
                item = _items.ReplaceLast(item);
            }
            else if (_mode == BoundedChannelFullMode.DropOldest && _capacity != 0)
            {
                T oldest = _items.Take();
                _items.Add(item);
                item = oldest;
            }

            return true;
        }

        item = default!;
        return true;
    }

    private void Add(T item)
    {
        try
        {
            _items.Add(item);
        }
        catch
        {
            // There is no memory, and nothing has changed. The exception passes those that would leave the lock.
            _lock.Exit();
            throw;
        }
    }

    /// <summary>
    /// Tells those that wait for a chance of a reader or a writer that waits by now: it is one where there is no room for items.
    /// </summary>
    private void AdmitToRendezvous()
    {
        if (_capacity == 0)
        {
            _lock.Enter();
            _waitingToRead.Admit();
            _waitingToWrite.Admit();
            _lock.Exit();
        }
    }

    /// <summary>Ends the channel: no further items are written, and all waiters are told.</summary>
    private bool TryEnd(Exception? error)
    {
        // Canceled readers and writers get the cancellation itself, as with the framework's channels.
        Exception closed = error is OperationCanceledException ? error
            : error is null ? new ChannelClosedException()
            : new ChannelClosedException(error);
        _lock.Enter();
        bool isFirst = _end is null;
        if (isFirst)
        {
            _end = error ?? s_ended;
            if (_items.Count == 0)
            {
                // The channel first, so that waiters find it complete.
                _lock.AddEnded(this);
            }

            _readers.Close(closed);
            _writers.Close(closed);
            if (error is null)
            {
                _waitingToRead.Admit();
                _waitingToWrite.Admit();
            }
            else
            {
                _waitingToRead.Close(error);
                _waitingToWrite.Close(error);
            }
        }

        _lock.Exit();
        return isFirst;
    }
}
