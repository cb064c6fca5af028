using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>The writing side.</content>
internal sealed partial class PooledChannel<T>
{
    /// <summary>The outcome of an attempt to write.</summary>
    private enum Attempt
    {
        Written,
        Dropped,
        Full,
        NeedsMemory,
        Ended,
    }

    [DebuggerDisplay("Items = {_channel._items.Count}, Capacity = {_channel._capacity}")]
    private sealed class ItemWriter(PooledChannel<T> channel) : ChannelWriter<T>, IWaiterOwner<VoidResult>
    {
        private readonly PooledChannel<T> _channel = channel;
        private readonly Chance _chance = new(channel, isReader: false);

        ref WaiterLock IWaiterOwner<VoidResult>.Lock => ref _channel._lock;

        void IWaiterOwner<VoidResult>.Remove(QueuedWaiter<VoidResult> waiter, ref WaiterQueue<VoidResult> released) =>
            _channel._writers.Remove(waiter);

        public override bool TryComplete(Exception? error = null) => _channel.TryEnd(error);

        public override bool TryWrite(T item) => Write(item, waiter: null) is Attempt.Written or Attempt.Dropped;

        public override ValueTask<bool> WaitToWriteAsync(CancellationToken cancellationToken = default) =>
            _chance.WaitAsync(cancellationToken);

        public override ValueTask WriteAsync(T item, CancellationToken cancellationToken = default)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                return new ValueTask(Task.FromCanceled(cancellationToken));
            }

            Attempt attempt = Write(item, waiter: null);
            if (attempt == Attempt.Full)
            {
                ItemWaiter waiter = ItemWaiter.Rent(item, cancellationToken);
                ValueTask task = new(waiter, waiter.Token);
                attempt = Write(item, waiter);
                if (attempt == Attempt.Full)
                {
                    return task;
                }

                waiter.Abandon();
            }

            return attempt == Attempt.Ended ? new ValueTask(EndOf<VoidResult>(_channel._end!)) : default;
        }

        /// <summary>Writes an item, drops one as the mode says, or starts the wait of a writer if the channel is full.</summary>
        /// <param name="item">The item.</param>
        /// <param name="waiter">The writer, if it waits; else null.</param>
        private Attempt Write(T item, ItemWaiter? waiter)
        {
            PooledChannel<T> channel = _channel;
            Released released = default;
            T[]? larger = null;
            while (true)
            {
                channel._lock.Enter();
                Attempt attempt = channel.TryPut(ref item, ref larger, ref released);
                if (attempt == Attempt.NeedsMemory)
                {
                    int length = channel._items.NextLength;
                    channel._lock.Exit();
                    larger = new T[length];
                    continue;
                }

                if (attempt == Attempt.Full && waiter is not null)
                {
                    channel._writers.Add(waiter, this);
                    if (channel._capacity == 0)
                    {
                        channel._waitingToRead.ReleaseAll(true, ref released.Waiting);
                    }

                    waiter.Start(ref channel._lock);
                }
                else
                {
                    channel._lock.Exit();
                }

                if (attempt == Attempt.Dropped)
                {
                    channel._itemDropped?.Invoke(item);
                }

                released.Publish(channel);
                return attempt;
            }
        }
    }

    /// <summary>A wait of a writer, with its item.</summary>
    private sealed class ItemWaiter() : QueuedWaiter<VoidResult>(s_writers)
    {
        internal T Item { get; private set; } = default!;

        internal static ItemWaiter Rent(T item, CancellationToken cancellationToken)
        {
            ItemWaiter waiter = s_writers.TryRent<ItemWaiter>() ?? new ItemWaiter();
            waiter.Item = item;
            waiter.Prepare(Timeout.Infinite, runContinuationsInline: false, cancellationToken);
            return waiter;
        }

        internal T TakeItem()
        {
            T item = Item;
            Item = default!;
            return item;
        }

        private protected override void OnAbandoned() => Item = default!;
    }
}
