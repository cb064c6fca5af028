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
            _channel._waitingToRead.WaitAsync(Timeout.Infinite, cancellationToken, false, _channel._isInline).AsValueTask();

        public override ValueTask<T> ReadAsync(CancellationToken cancellationToken = default)
        {
            PooledValueTask<T> read = _channel._readers.WaitAsync(Timeout.Infinite, cancellationToken, default!, _channel._isInline);
            _channel.AdmitToRendezvous();
            return read.AsValueTask();
        }
    }
}
