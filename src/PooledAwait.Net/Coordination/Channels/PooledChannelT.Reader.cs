using System;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>The reading side.</content>
internal sealed partial class PooledChannel<T>
{
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
            WaitForChanceAsync(_channel._waitingToRead, _channel._isInline, cancellationToken);

        public override ValueTask<T> ReadAsync(CancellationToken cancellationToken = default)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                return new ValueTask<T>(Task.FromCanceled<T>(cancellationToken));
            }

            // The end is read first, because no item comes after it.
            PooledChannel<T> channel = _channel;
            Exception? end = Atomic.Read(ref channel._end);
            if (TryRead(out T? item))
            {
                return new ValueTask<T>(item);
            }

            if (end is not null)
            {
                return new ValueTask<T>(EndOf<T>(end));
            }

            QueuedWaiter<T> waiter = channel._readers.Rent(default!, Timeout.Infinite, cancellationToken, channel._isInline);
            ValueTask<T> task = new(waiter, waiter.Token);
            channel._lock.Enter();
            channel._readers.Add(waiter);
            channel._waitingToWrite.Admit();
            waiter.Start(channel._lock);
            return task;
        }
    }
}
