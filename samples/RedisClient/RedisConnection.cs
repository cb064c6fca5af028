using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using PooledAwait;

namespace Samples.Redis;

/// <summary>One TCP connection. Commands of all callers are pipelined: written, and answered, in the order of the calls.</summary>
/// <remarks>
/// The lock guards the output, the queue of pending commands and the failure; nothing waits or completes under it. One loop sends what
/// callers have written, another receives. A command that was canceled or timed out keeps its place in the queue, so that its late reply
/// finds it and is dropped there.
/// </remarks>
internal sealed class RedisConnection
{
    /// <summary>Callers resume through the thread pool's global queue: all threads share them, and the receiving loop runs none.</summary>
    private const TaskCreationOptions Options = TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness;

    private readonly Lock _lock = new();
    private readonly Queue<PooledValueTaskSource<RedisValue>> _pending = new();
    private readonly Socket _socket;
    private ArrayBufferWriter<byte> _output = new(16 * 1024);
    private ArrayBufferWriter<byte> _sending = new(16 * 1024);
    private bool _isSending;
    private RedisConnectionException? _failure;

    private RedisConnection(Socket socket) => _socket = socket;

    /// <summary>Whether commands can be sent.</summary>
    internal bool IsUsable => Volatile.Read(ref _failure) is null;

    internal static async PooledValueTask<RedisConnection> ConnectAsync(EndPoint endPoint, CancellationToken cancellationToken)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(endPoint, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        RedisConnection connection = new(socket);
        _ = connection.ReceiveAsync();
        return connection;
    }

    /// <summary>Sends a command.</summary>
    /// <returns>The reply; it fails with the server's error, a timeout, the cancellation, or the loss of the connection.</returns>
    internal PooledValueTask<RedisValue> Send(ReadOnlySpan<RedisArgument> command, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var source = PooledValueTaskSource<RedisValue>.Create(timeout, TimeProvider.System, Options, cancellationToken);
        bool startSending = false;
        lock (_lock)
        {
            if (_failure is null && !cancellationToken.IsCancellationRequested)
            {
                Resp.Write(_output, command);
                _pending.Enqueue(source);
                startSending = !_isSending;
                _isSending = true;
            }
        }

        if (startSending)
        {
            _ = SendAsync();
        }
        else if (_failure is { } failure)
        {
            source.TrySetException(failure); // Loses against Close if the command is among the pending.
        }

        return source.PooledTask;
    }

    /// <summary>Closes the connection. Pending commands fail.</summary>
    internal void Close(string reason, Exception? cause = null)
    {
        RedisConnectionException failure = new(reason, cause);
        PooledValueTaskSource<RedisValue>[] pending;
        lock (_lock)
        {
            if (_failure is not null)
            {
                return;
            }

            _failure = failure;
            pending = [.. _pending];
            _pending.Clear();
        }

        _socket.Dispose();
        foreach (PooledValueTaskSource<RedisValue> source in pending)
        {
            source.TrySetException(failure);
        }
    }

    /// <summary>Sends what callers have written, until there is nothing left.</summary>
    private async FireAndForget SendAsync()
    {
        try
        {
            while (true)
            {
                lock (_lock)
                {
                    _sending.ResetWrittenCount();
                    if (_output.WrittenCount == 0 || _failure is not null)
                    {
                        _isSending = false;
                        return;
                    }

                    (_output, _sending) = (_sending, _output);
                }

                for (ReadOnlyMemory<byte> rest = _sending.WrittenMemory; !rest.IsEmpty;)
                {
                    rest = rest[await _socket.SendAsync(rest, SocketFlags.None).ConfigureAwait(false)..];
                }
            }
        }
        catch (Exception exception)
        {
            Close("The connection broke while a command was sent.", exception);
        }
    }

    /// <summary>Receives replies and completes commands, until the connection ends.</summary>
    private async FireAndForget ReceiveAsync()
    {
        byte[] buffer = new byte[16 * 1024];
        int count = 0;
        try
        {
            while (true)
            {
                int received = await _socket.ReceiveAsync(buffer.AsMemory(count), SocketFlags.None).ConfigureAwait(false);
                if (received == 0)
                {
                    Close(count == 0 ? "The server closed the connection." : "The server closed the connection in the middle of a reply.");
                    return;
                }

                count += received;
                int consumed = CompleteReplies(buffer.AsSpan(0, count));
                buffer.AsSpan(consumed, count -= consumed).CopyTo(buffer);
                if (count == buffer.Length)
                {
                    Array.Resize(ref buffer, buffer.Length * 2);
                }
            }
        }
        catch (Exception exception)
        {
            Close(exception is InvalidDataException ? exception.Message : "The connection broke while a reply was received.", exception);
        }
    }

    private int CompleteReplies(ReadOnlySpan<byte> received)
    {
        int consumed = 0;
        Resp.Reader reader = new(received);
        while (reader.TryRead(out RedisValue value, out RedisServerException? error))
        {
            consumed = reader.Position;
            PooledValueTaskSource<RedisValue> source;
            lock (_lock)
            {
                if (!_pending.TryDequeue(out source))
                {
                    throw new InvalidDataException("The server does not speak RESP2: it sent a reply that no command waits for.");
                }
            }

            if (error is null ? !source.TrySetResult(value) : !source.TrySetException(error))
            {
                value.Dispose(); // The command was canceled or timed out.
            }
        }

        return consumed;
    }
}
