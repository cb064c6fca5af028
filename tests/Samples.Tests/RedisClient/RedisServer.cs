using System.ComponentModel;

namespace Samples.Redis.Tests;

/// <summary>A real redis-server on the loopback, which ends with this object.</summary>
internal sealed class RedisServer : IDisposable
{
    /// <summary>Why tests against a server do nothing here; null if there is one.</summary>
    internal static readonly string? Missing = FindMissing();

    private Process _process;

    internal RedisServer()
    {
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        EndPoint = new IPEndPoint(IPAddress.Loopback, ((IPEndPoint)socket.LocalEndPoint!).Port);
        socket.Dispose();
        _process = Start();
    }

    internal IPEndPoint EndPoint { get; }

    public void Dispose()
    {
        Kill();
        _process.Dispose();
    }

    internal void Kill()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _process.WaitForExit();
    }

    internal void Restart()
    {
        Kill();
        _process.Dispose();
        _process = Start();
    }

    private static string? FindMissing()
    {
        try
        {
            using Process process = Process.Start(new ProcessStartInfo("redis-server", "--version") { RedirectStandardOutput = true })!;
            process.WaitForExit();
            return null;
        }
        catch (Win32Exception)
        {
            return "redis-server is not installed: on Debian, apt-get install redis-server";
        }
    }

    private Process Start()
    {
        Process process = Process.Start(new ProcessStartInfo(
            "redis-server", $"--port {EndPoint.Port} --bind 127.0.0.1 --save \"\" --appendonly no --enable-debug-command yes")
        {
            RedirectStandardOutput = true,
        })!;
        process.BeginOutputReadLine();
        for (int i = 0; i < 500; i++)
        {
            using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Connect(EndPoint);
                return process;
            }
            catch (SocketException)
            {
                Thread.Sleep(20);
            }
        }

        process.Kill();
        throw new InvalidOperationException("redis-server did not start within 10 s.");
    }
}
