using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

/// <summary>Messages that are published with confirms and consumed, also after the connection was lost and has recovered.</summary>
internal static class RabbitProgram
{
    public static async Task<(string Result, long Bytes)> Run(int port)
    {
        using Proxy proxy = new(port);
        ConnectionFactory factory = new()
        {
            HostName = "127.0.0.1",
            Port = proxy.Port,
            AutomaticRecoveryEnabled = true,
            TopologyRecoveryEnabled = true,
            NetworkRecoveryInterval = TimeSpan.FromMilliseconds(200),
        };
        await using IConnection connection = await factory.CreateConnectionAsync();
        await using IChannel channel = await connection.CreateChannelAsync(
            new CreateChannelOptions(publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: true));
        await channel.QueueDeclareAsync("work", durable: false, exclusive: false, autoDelete: false);
        await channel.QueuePurgeAsync("work");
        using SemaphoreSlim received = new(0);
        int sum = 0;
        AsyncEventingBasicConsumer consumer = new(channel);
        consumer.ReceivedAsync += async (_, message) =>
        {
            byte number = message.Body.Span[0];
            await channel.BasicAckAsync(message.DeliveryTag, multiple: false);

            // What was received before the connection was lost may come again.
            if (!message.Redelivered)
            {
                Interlocked.Add(ref sum, number);
                received.Release();
            }
        };
        await channel.BasicConsumeAsync("work", autoAck: false, consumer);
        for (byte i = 1; i <= 50; i++)
        {
            await PublishAsync(i);
        }

        TaskCompletionSource recovered = new(TaskCreationOptions.RunContinuationsAsynchronously);
        connection.RecoverySucceededAsync += (_, _) =>
        {
            recovered.TrySetResult();
            return Task.CompletedTask;
        };
        proxy.Drop();
        await recovered.Task.WaitAsync(TimeSpan.FromSeconds(30));
        for (byte i = 1; i <= 10; i++)
        {
            await PublishAsync(i);
        }

        int total = sum;
        long bytes = await Measured.Bytes(500, () => PublishAsync(1));
        return ($"{total} recovered", bytes);

        async Task PublishAsync(byte number)
        {
            await channel.BasicPublishAsync("", "work", new byte[] { number });
            if (!await received.WaitAsync(TimeSpan.FromSeconds(30)))
            {
                throw new TimeoutException();
            }
        }
    }

    /// <summary>Passes bytes on, until its connections are dropped.</summary>
    private sealed class Proxy : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly ConcurrentBag<TcpClient> _clients = [];

        public Proxy(int port)
        {
            _listener.Start();
            _ = AcceptAsync(port);
        }

        public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

        public void Drop()
        {
            while (_clients.TryTake(out TcpClient? client))
            {
                client.Dispose();
            }
        }

        public void Dispose()
        {
            _listener.Stop();
            Drop();
        }

        private static async Task CopyAsync(TcpClient from, TcpClient to)
        {
            try
            {
                await from.GetStream().CopyToAsync(to.GetStream());
            }
            catch (Exception exception) when (exception is System.IO.IOException or ObjectDisposedException or InvalidOperationException)
            {
            }
        }

        private async Task AcceptAsync(int port)
        {
            try
            {
                while (true)
                {
                    TcpClient client = await _listener.AcceptTcpClientAsync();
                    TcpClient server = new();
                    await server.ConnectAsync(IPAddress.Loopback, port);
                    _clients.Add(client);
                    _clients.Add(server);
                    _ = CopyAsync(client, server);
                    _ = CopyAsync(server, client);
                }
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
            }
        }
    }
}
