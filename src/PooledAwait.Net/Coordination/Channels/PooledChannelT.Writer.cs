using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>The writing side.</content>
internal sealed partial class PooledChannel<T>
{
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
