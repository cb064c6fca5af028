using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Services;

/// <summary>Passes frames on in both directions: a length of four bytes, and so many bytes.</summary>
internal sealed class ProxyProgram : IServedProgram
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public int Start(int peer)
    {
        _listener.Start();
        _ = AcceptAsync(peer);
        return ((IPEndPoint)_listener.LocalEndpoint).Port;
    }

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync(int peer)
    {
        try
        {
            while (true)
            {
                _ = ServeAsync(await _listener.AcceptTcpClientAsync(), peer);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The case is over.
        }
    }

    private static async Task ServeAsync(TcpClient client, int peer)
    {
        using TcpClient server = new() { NoDelay = true };
        client.NoDelay = true;
        using (client)
        {
            await server.ConnectAsync(IPAddress.Loopback, peer);
            await Task.WhenAny(PassAsync(client, server), PassAsync(server, client));
        }
    }

    private static async Task PassAsync(TcpClient from, TcpClient to)
    {
        FrameReader reader = new(from.GetStream());
        FrameWriter writer = new(to.GetStream());
        while (await reader.ReadAsync() is { Length: > 0 } frame)
        {
            await writer.WriteAsync(frame);
        }
    }
}

/// <summary>Where frames come from.</summary>
internal sealed class FrameReader(Stream stream)
{
    private const int Head = sizeof(int);

    private byte[] _buffer = new byte[4096];
    private int _count;
    private int _taken;

    /// <summary>Reads a frame with its head; empty at the end. It is valid until the next call.</summary>
    public async Task<ReadOnlyMemory<byte>> ReadAsync()
    {
        _buffer.AsSpan(_taken, _count - _taken).CopyTo(_buffer);
        _count -= _taken;
        _taken = 0;
        if (!await FillAsync(Head))
        {
            return default;
        }

        int length = Head + BinaryPrimitives.ReadInt32LittleEndian(_buffer);
        if (!await FillAsync(length))
        {
            return default;
        }

        _taken = length;
        return _buffer.AsMemory(0, length);
    }

    private async Task<bool> FillAsync(int count)
    {
        if (count > _buffer.Length)
        {
            Array.Resize(ref _buffer, count);
        }

        while (_count < count)
        {
            int read = await ReceiveAsync();
            if (read == 0)
            {
                return false;
            }

            _count += read;
        }

        return true;
    }

    private async Task<int> ReceiveAsync() => await stream.ReadAsync(_buffer.AsMemory(_count));
}

/// <summary>Where frames go to.</summary>
internal sealed class FrameWriter(Stream stream)
{
    public async Task WriteAsync(ReadOnlyMemory<byte> frame) => await stream.WriteAsync(frame);
}
