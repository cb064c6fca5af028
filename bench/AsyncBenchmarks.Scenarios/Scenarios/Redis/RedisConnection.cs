using System.Buffers;
using System.Buffers.Text;
using System.Net;
using System.Net.Sockets;

namespace AsyncBenchmarks.Scenarios;

/// <summary>The source of the layer, which a command's reply completes.</summary>
internal interface IReply
{
    /// <summary>Completes the command, unless its time or its caller's patience is over.</summary>
    void TryComplete(long number);
}

/// <summary>
/// The connection that all layers share: RESP2, pipelining, one socket. A command is ECHO with a number, so that an answer shows whose it
/// is. The caller that finds nobody sending sends for all; one loop receives. Neither allocates.
/// </summary>
internal sealed class RedisConnection<TReply> : IDisposable
    where TReply : struct, IReply
{
    private const int BufferSize = 64 * 1024;

    private readonly object _lock = new();
    private readonly Queue<TReply> _pending = new(1_024);
    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private ArrayBufferWriter<byte> _output = new(BufferSize);
    private ArrayBufferWriter<byte> _sending = new(BufferSize);
    private bool _isSending;

    public RedisConnection()
    {
        _socket.Connect(new IPEndPoint(IPAddress.Loopback, LocalServer.Redis.Port));
        _ = ReceiveAsync();
    }

    public void Send(long number, TReply reply)
    {
        lock (_lock)
        {
            Write(_output, number);
            _pending.Enqueue(reply);
            if (_isSending)
            {
                return;
            }

            _isSending = true;
        }

        while (true)
        {
            lock (_lock)
            {
                _sending.ResetWrittenCount();
                if (_output.WrittenCount == 0)
                {
                    _isSending = false;
                    return;
                }

                (_output, _sending) = (_sending, _output);
            }

            _socket.Send(_sending.WrittenSpan);
        }
    }

    public void Dispose() => _socket.Dispose();

    private static void Write(ArrayBufferWriter<byte> output, long number)
    {
        Span<byte> digits = stackalloc byte[20];
        Utf8Formatter.TryFormat(number, digits, out int length);
        Span<byte> span = output.GetSpan(64);
        ReadOnlySpan<byte> head = "*2\r\n$4\r\nECHO\r\n$"u8;
        head.CopyTo(span);
        int written = head.Length;
        Utf8Formatter.TryFormat(length, span[written..], out int lengthDigits);
        written += lengthDigits;
        "\r\n"u8.CopyTo(span[written..]);
        digits[..length].CopyTo(span[(written + 2)..]);
        written += 2 + length;
        "\r\n"u8.CopyTo(span[written..]);
        output.Advance(written + 2);
    }

    /// <summary>Reads a bulk string that is a number.</summary>
    /// <returns>How many bytes it took; 0 if it is not complete.</returns>
    private static int Read(ReadOnlySpan<byte> received, out long number)
    {
        number = 0;
        int head = received.IndexOf((byte)'\n') + 1;
        int length = received.Slice(head).IndexOf((byte)'\n') + 1;
        return head == 0 || length == 0 ? 0
            : received[0] == '$' && Utf8Parser.TryParse(received.Slice(head, length - 2), out number, out _) ? head + length
            : throw new WorkloadException("The server did not echo a number.");
    }

    private async Task ReceiveAsync()
    {
        byte[] buffer = new byte[BufferSize];
        int count = 0;
        try
        {
            while (await _socket.ReceiveAsync(buffer.AsMemory(count), SocketFlags.None).ConfigureAwait(false) is int received and > 0)
            {
                count += received;
                int consumed = 0;
                while (Read(buffer.AsSpan(consumed, count - consumed), out long number) is int length and > 0)
                {
                    consumed += length;
                    TReply reply;
                    lock (_lock)
                    {
                        reply = _pending.Dequeue();
                    }

                    reply.TryComplete(number);
                }

                buffer.AsSpan(consumed, count -= consumed).CopyTo(buffer);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The case is over.
        }
    }
}
