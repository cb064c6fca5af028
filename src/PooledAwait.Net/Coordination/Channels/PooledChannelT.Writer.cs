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
    private sealed class ItemWriter(PooledChannel<T> channel) : ChannelWriter<T>
    {
        private readonly PooledChannel<T> _channel = channel;

        public override bool TryComplete(Exception? error = null) => _channel.TryEnd(error);

        public override bool TryWrite(T item) => Write(item, waiter: null) is Attempt.Written or Attempt.Dropped;

        public override ValueTask<bool> WaitToWriteAsync(CancellationToken cancellationToken = default) =>
            WaitForChanceAsync(_channel._waitingToWrite, isInline: false, cancellationToken);

        public override ValueTask WriteAsync(T item, CancellationToken cancellationToken = default)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                return new ValueTask(Task.FromCanceled(cancellationToken));
            }

            Attempt attempt = Write(item, waiter: null);
            if (attempt != Attempt.Full)
            {
                return attempt == Attempt.Ended ? new ValueTask(EndOf<VoidResult>(_channel._end!)) : default;
            }

            QueuedWaiter<T> waiter = _channel._writers.Rent(item, Timeout.Infinite, cancellationToken);
            ValueTask task = new(waiter, waiter.Token);
            Write(item, waiter);
            return task;
        }

        /// <summary>Writes an item, drops one as the mode says, or starts the wait of a writer.</summary>
        /// <param name="item">The item.</param>
        /// <param name="waiter">The writer with its item, if it waits; else null.</param>
        private Attempt Write(T item, QueuedWaiter<T>? waiter)
        {
            PooledChannel<T> channel = _channel;
            T[]? larger = null;
            while (true)
            {
                channel._lock.Enter();

                // A canceled writer writes nothing, as its task says.
                Attempt attempt = waiter is { IsCanceled: true } ? Attempt.Ended : channel.TryPut(ref item, ref larger);
                if (attempt == Attempt.NeedsMemory)
                {
                    int length = channel._items.NextLength;
                    channel._lock.Exit();
                    larger = new T[length];
                    continue;
                }

                if (waiter is null)
                {
                    channel._lock.Exit();
                }
                else
                {
                    if (attempt is Attempt.Full or Attempt.Ended)
                    {
                        channel._writers.Add(waiter);
                        channel._waitingToRead.Admit();
                    }
                    else
                    {
                        waiter.SetResult(default!);
                    }

                    waiter.Start(channel._lock);
                }

                if (attempt == Attempt.Dropped)
                {
                    channel._itemDropped?.Invoke(item);
                }

                return attempt;
            }
        }
    }
}
