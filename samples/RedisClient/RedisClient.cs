using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using PooledAwait;

namespace Samples.Redis;

/// <summary>A Redis client: pipelined, with a timeout and a cancellation for each command, and 0 B for each command once warm.</summary>
/// <remarks>
/// All members may be called by any thread at the same time. A command that times out or is canceled may still be executed by the server;
/// its late reply is dropped. When the connection is lost, pending commands fail with a <see cref="RedisConnectionException"/>, and the
/// next command connects again.
/// </remarks>
/// <param name="endPoint">The server's address.</param>
/// <param name="timeout">How long connecting may take, and how long a reply may take after that; 5 seconds by default.</param>
public sealed class RedisClient(EndPoint endPoint, TimeSpan? timeout = null) : IDisposable
{
    private readonly TimeSpan _timeout = timeout ?? TimeSpan.FromSeconds(5);
    private readonly PooledLock _connecting = new();
    private RedisConnection? _connection;
    private bool _isDisposed;

    /// <summary>Asks the server for a sign of life.</summary>
    public async PooledValueTask PingAsync(CancellationToken cancellationToken = default) =>
        (await ExecuteAsync(["PING"], null, cancellationToken).ConfigureAwait(false)).Dispose();

    /// <summary>Gets the value of a key.</summary>
    /// <returns>The value, to be disposed of; its kind is Null if there is none.</returns>
    public PooledValueTask<RedisValue> GetAsync(string key, CancellationToken cancellationToken = default) =>
        ExecuteAsync(["GET", key], null, cancellationToken);

    /// <summary>Sets the value of a key.</summary>
    public async PooledValueTask SetAsync(string key, ReadOnlyMemory<byte> value, CancellationToken cancellationToken = default) =>
        (await ExecuteAsync(["SET", key, value], null, cancellationToken).ConfigureAwait(false)).Dispose();

    /// <summary>Adds one to the number of a key.</summary>
    /// <returns>The new number.</returns>
    public async PooledValueTask<long> IncrementAsync(string key, CancellationToken cancellationToken = default) =>
        (await ExecuteAsync(["INCR", key], null, cancellationToken).ConfigureAwait(false)).Number;

    /// <summary>Removes a key.</summary>
    /// <returns>Whether there was one.</returns>
    public async PooledValueTask<bool> DeleteAsync(string key, CancellationToken cancellationToken = default) =>
        (await ExecuteAsync(["DEL", key], null, cancellationToken).ConfigureAwait(false)).Number == 1;

    /// <summary>Executes any command.</summary>
    /// <param name="command">The command's words.</param>
    /// <param name="timeout">How long the reply may take; the client's timeout by default.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <returns>The reply, to be disposed of.</returns>
    /// <exception cref="RedisServerException">The server refused the command.</exception>
    /// <exception cref="RedisConnectionException">The connection is lost, or there was none.</exception>
    /// <exception cref="TimeoutException">There was no reply in time.</exception>
    /// <exception cref="OperationCanceledException">The token was canceled.</exception>
    public PooledValueTask<RedisValue> ExecuteAsync(
        ReadOnlySpan<RedisArgument> command, TimeSpan? timeout = null, CancellationToken cancellationToken = default) =>
        Volatile.Read(ref _connection) is { IsUsable: true } connection
            ? connection.Send(command, timeout ?? _timeout, cancellationToken)
            : ConnectAndExecuteAsync(command.ToArray(), timeout ?? _timeout, cancellationToken);

    /// <summary>Closes the connection. Pending commands fail with a <see cref="RedisConnectionException"/>.</summary>
    public void Dispose()
    {
        Interlocked.Exchange(ref _isDisposed, true); // A connection that is being made sees this, or is seen below.
        Volatile.Read(ref _connection)?.Close("The client is disposed of.");
    }

    private async PooledValueTask<RedisValue> ConnectAndExecuteAsync(
        RedisArgument[] command, TimeSpan timeout, CancellationToken cancellationToken)
    {
        RedisConnection connection = await ConnectAsync(cancellationToken).ConfigureAwait(false);
        return await connection.Send(command, timeout, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Connects, once for all callers that wait for it.</summary>
    private async PooledValueTask<RedisConnection> ConnectAsync(CancellationToken cancellationToken)
    {
        using (await _connecting.EnterAsync(_timeout, cancellationToken).ConfigureAwait(false))
        {
            ObjectDisposedException.ThrowIf(Volatile.Read(ref _isDisposed), this);
            if (_connection is { IsUsable: true } current)
            {
                return current;
            }

            using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            deadline.CancelAfter(_timeout);
            try
            {
                RedisConnection connection = await RedisConnection.ConnectAsync(endPoint, deadline.Token).ConfigureAwait(false);
                Interlocked.Exchange(ref _connection, connection);
                if (Volatile.Read(ref _isDisposed))
                {
                    connection.Close("The client is disposed of.");
                }

                return connection;
            }
            catch (SocketException exception)
            {
                throw new RedisConnectionException($"No connection to {endPoint}: {exception.Message}", exception);
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                throw new TimeoutException($"No connection to {endPoint} within {_timeout.TotalSeconds} s.");
            }
        }
    }
}
