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
    private sealed class ItemReader(PooledChannel<T> channel) : ChannelReader<T>, IWaiterOwner<T>
    {
        private readonly PooledChannel<T> _channel = channel;
        private readonly Chance _chance = new(channel, isReader: true);

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

        ref WaiterLock IWaiterOwner<T>.Lock => ref _channel._lock;

        void IWaiterOwner<T>.Remove(QueuedWaiter<T> waiter, ref WaiterQueue<T> released) => _channel._readers.Remove(waiter);

        public override bool TryRead([MaybeNullWhen(false)] out T item)
        {
            Released released = default;
            _channel._lock.Enter();
            bool isTaken = _channel.TryTake(out item, ref released);
            _channel._lock.Exit();
            released.Publish(_channel);
            return isTaken;
        }

        public override bool TryPeek([MaybeNullWhen(false)] out T item)
        {
            _channel._lock.Enter();
            bool isThere = _channel.CanRead;
            item = !isThere ? default
                : _channel._items.Count != 0 ? _channel._items.First
                : Cast.To<ItemWaiter>(_channel._writers.First!).Item;
            _channel._lock.Exit();
            return isThere;
        }

        public override ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken = default) =>
            _chance.WaitAsync(cancellationToken);

        public override ValueTask<T> ReadAsync(CancellationToken cancellationToken = default)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                return new ValueTask<T>(Task.FromCanceled<T>(cancellationToken));
            }

            PooledChannel<T> channel = _channel;
            QueuedWaiter<T>? waiter = null;
            Released released = default;
            while (true)
            {
                channel._lock.Enter();
                bool isTaken = channel.TryTake(out T? item, ref released);
                Exception? end = channel._end;
                if (isTaken || end is not null)
                {
                    channel._lock.Exit();
                    waiter?.Abandon();
                    released.Publish(channel);
                    return isTaken ? new ValueTask<T>(item!) : new ValueTask<T>(EndOf<T>(end!));
                }

                if (waiter is not null)
                {
                    break;
                }

                // Rented outside of the lock. The channel may change meanwhile.
                channel._lock.Exit();
                waiter = QueuedWaiter<T>.Rent(s_readers, Timeout.Infinite, cancellationToken, channel._isInline);
            }

            channel._readers.Add(waiter, this);
            if (channel._capacity == 0)
            {
                channel._waitingToWrite.ReleaseAll(true, ref released.Waiting);
            }

            ValueTask<T> task = new(waiter, waiter.Token);
            waiter.Start(ref channel._lock);
            released.Publish(channel);
            return task;
        }
    }
}
