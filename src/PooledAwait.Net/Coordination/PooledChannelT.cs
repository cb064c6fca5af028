using System.Threading.Channels;

namespace PooledAwait;

/// <summary>A channel, bounded or not. This part is the state that readers and writers share; its methods run under the lock.</summary>
/// <remarks>While there are items, no reader waits. While there is room, no writer waits. A channel of capacity 0 hands each item from a
/// writer to a reader. After the end no call waits.</remarks>
[DebuggerDisplay("Items = {_items.Count}, Capacity = {_capacity}, Mode = {_mode}, End = {_end}")]
internal sealed class PooledChannel<T> : Channel<T>, IEndedWait
{
    private static readonly OperationPool s_items = OperationPools.Create(typeof(PooledChannel<T>), typeof(QueuedWaiter<T>));
    private static readonly OperationPool s_chances = OperationPools.Create(typeof(PooledChannel<T>), typeof(QueuedWaiter<bool>));

    /// <summary>The end of a channel without an error; never thrown.</summary>
    private static readonly Exception s_ended = new ChannelClosedException();

    private readonly int _capacity;
    private readonly BoundedChannelFullMode _mode;

    private readonly bool _isInline;
    private readonly Action<T>? _itemDropped;
    private readonly TaskCompletionSource<VoidResult> _completion;

    private readonly WaiterLock _lock = new();

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

    private bool CanRead => _items.Count != 0 || !_writers.IsEmpty;

    private bool CanWrite => _items.Count < _capacity || _mode != BoundedChannelFullMode.Wait || !_readers.IsEmpty;

    IEndedWait? IEndedWait.NextEnded { get; set; }

    /// <summary>Completes the channel, which has ended and whose last item was read.</summary>
    void IEndedWait.Publish() => _ = _end == s_ended ? _completion.TrySetResult(default)
        : _end is OperationCanceledException canceled ? _completion.TrySetCanceled(canceled.CancellationToken)
        : _completion.TrySetException(_end!);

    /// <summary>Whether a call of WaitToReadAsync or WaitToWriteAsync is over: the item or the room is there, or never will be.</summary>
    private bool IsChance(ref bool result, bool isThere)
    {
        result = isThere;
        return isThere || _end == s_ended;
    }

    /// <summary>Takes an item, and releases those that wait for room.</summary>
    private bool TryTake(ref T item)
    {
        if (_items.Count == 0)
        {
            // A writer can wait here only with a capacity of 0.
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

    /// <summary>Gives an item to a reader, puts it into the channel, or drops one as the mode says; <paramref name="item"/> is then the
    /// dropped one. Returns false if the channel is full or has ended.</summary>
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
            // Out of memory. Nothing has changed, but the exception skips the code that leaves the lock.
            _lock.Exit();
            throw;
        }
    }

    /// <summary>With capacity 0, a waiting writer is something to read and a waiting reader is room: releases those that wait for
    /// either.</summary>
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

    /// <summary>Ends the channel: no further items are written, and all waiters are released.</summary>
    private bool TryEnd(Exception? error)
    {
        // As with the framework's channels, a cancellation ends pending reads and all writes itself, and a later read is canceled.
        Exception closed = error is OperationCanceledException ? error
            : error is null ? new ChannelClosedException()
            : new ChannelClosedException(error);
        object? later = error is not OperationCanceledException { CancellationToken: var token } ? null
            : Failure.Of(token.IsCancellationRequested ? token : new CancellationToken(canceled: true));
        _lock.Enter();
        bool isFirst = _end is null;
        if (isFirst)
        {
            _end = error ?? s_ended;
            if (_items.Count == 0)
            {
                // The channel completes before the waiters do, so that they find it complete.
                _lock.AddEnded(this);
            }

            _readers.Close(closed, later);
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

    [DebuggerDisplay("Items = {_channel._items.Count}")]
    private sealed class ItemReader(PooledChannel<T> channel) : ChannelReader<T>
    {
        private readonly PooledChannel<T> _channel = channel;

        public override Task Completion => _channel._completion.Task;

        public override bool CanCount => true;

        public override bool CanPeek => true;

        public override int Count
        {
            get
            {
                _channel._lock.Enter();
                int count = _channel._items.Count;
                _channel._lock.Exit();
                return count;
            }
        }

        public override bool TryRead([MaybeNullWhen(false)] out T item)
        {
            item = default!;
            return _channel._readers.TryTake(ref item);
        }

        public override bool TryPeek([MaybeNullWhen(false)] out T item)
        {
            _channel._lock.Enter();
            bool isThere = _channel.CanRead;
            item = !isThere ? default : _channel._items.Count != 0 ? _channel._items.First : _channel._writers.First!.Result;
            _channel._lock.Exit();
            return isThere;
        }

        public override ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken = default) =>
            _channel._waitingToRead.WaitAsync(Timeout.Infinite, cancellationToken, false, _channel._isInline).AsValueTask();

        public override ValueTask<T> ReadAsync(CancellationToken cancellationToken = default)
        {
            PooledValueTask<T> read = _channel._readers.WaitAsync(Timeout.Infinite, cancellationToken, default!, _channel._isInline);
            _channel.AdmitToRendezvous();
            return read.AsValueTask();
        }
    }

    [DebuggerDisplay("Items = {_channel._items.Count}, Capacity = {_channel._capacity}")]
    private sealed class ItemWriter(PooledChannel<T> channel) : ChannelWriter<T>
    {
        private readonly PooledChannel<T> _channel = channel;

        public override bool TryComplete(Exception? error = null) => _channel.TryEnd(error);

        public override bool TryWrite(T item)
        {
            _channel._lock.Enter();
            bool isPut = _channel.TryPut(ref item, out bool isDropped);
            _channel._lock.Exit();
            if (isDropped)
            {
                _channel._itemDropped?.Invoke(item);
            }

            return isPut;
        }

        public override ValueTask<bool> WaitToWriteAsync(CancellationToken cancellationToken = default) =>
            _channel._waitingToWrite.WaitAsync(Timeout.Infinite, cancellationToken).AsValueTask();

        public override ValueTask WriteAsync(T item, CancellationToken cancellationToken = default)
        {
            if (!cancellationToken.IsCancellationRequested && TryWrite(item))
            {
                return default;
            }

            PooledValueTask<T> write = _channel._writers.WaitAsync(Timeout.Infinite, cancellationToken, item);
            _channel.AdmitToRendezvous();
            return write._operation is { } operation ? new ValueTask(operation, write._token) : default;
        }
    }
}
