namespace Samples.Redis.Tests;

/// <summary>A server that answers each connection's first command with OK, and the next ones, all together, with a given text.</summary>
internal sealed class ScriptedServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TaskCompletionSource _clientClosed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <param name="commands">How many commands the answer waits for.</param>
    /// <param name="hangsUp">Whether the connection ends with the answer.</param>
    internal ScriptedServer(int commands, string answer, bool hangsUp)
    {
        _listener.Start();
        _ = RunAsync(commands, Encoding.UTF8.GetBytes(answer), hangsUp);
    }

    internal EndPoint EndPoint => _listener.LocalEndpoint;

    /// <summary>Completes when a client closes its connection.</summary>
    internal Task ClientClosed => _clientClosed.Task;

    public void Dispose() => _listener.Dispose();

    private async Task RunAsync(int commands, byte[] answer, bool hangsUp)
    {
        while (true)
        {
            using Socket socket = await _listener.AcceptSocketAsync();
            await ReadAsync(1);
            await socket.SendAsync("+OK\r\n"u8.ToArray());
            await ReadAsync(commands);

            // In two halves, so that a border lies within a reply.
            await socket.SendAsync(answer.AsMemory(0, answer.Length / 2));
            await Task.Delay(20);
            await socket.SendAsync(answer.AsMemory(answer.Length / 2));
            if (!hangsUp)
            {
                await ReadAsync(int.MaxValue);
                _clientClosed.TrySetResult();
            }

            // Reads so many commands, or to the end. Nothing else in them has an asterisk.
            async Task ReadAsync(int count)
            {
                byte[] buffer = new byte[1_000];
                for (int read = -1; count > 0 && read != 0; count -= buffer.AsSpan(0, read).Count((byte)'*'))
                {
                    try
                    {
                        read = await socket.ReceiveAsync(buffer);
                    }
                    catch (SocketException)
                    {
                        read = 0; // The client closed it with bytes unread.
                    }
                }
            }
        }
    }
}
