using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;

namespace AsyncBenchmarks.Redis;

/// <summary>A real redis-server on the loopback. It ends with the process that started it, however that ends.</summary>
public static class RedisServer
{
    /// <summary>The environment variable with which the host tells a case's process the server's port.</summary>
    public const string Variable = "ASYNCBENCHMARKS_REDIS";

    /// <summary>The scenario that needs it.</summary>
    public const string Scenario = "Redis";

    private const string Program = "redis-server";

    // The shell's standard input ends when this process does; nothing is written to it.
    private const string Script = "redis-server --port $0 --bind 127.0.0.1 --save '' --appendonly no >/dev/null & read end; kill $!";

    private static readonly Lazy<int> s_port = new(FindOrStart);
    private static Process? s_process;

    /// <summary>Why there can be no server here; null if there can.</summary>
    public static string? Missing { get; } = FindMissing();

    /// <summary>The port of the host's server; a process without a host starts one of its own.</summary>
    public static int Port => s_port.Value;

    private static string? FindMissing()
    {
        if (OperatingSystem.IsWindows())
        {
            return "There is no redis-server for Windows.";
        }

        string[] folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator);
        return folders.Any(static folder => File.Exists(Path.Combine(folder, Program)))
            ? null
            : "redis-server is not installed: on Debian, apt-get install redis-server.";
    }

    private static int FindOrStart()
    {
        if (int.TryParse(Environment.GetEnvironmentVariable(Variable), CultureInfo.InvariantCulture, out int known))
        {
            return known;
        }

        IPEndPoint endPoint = FreeEndPoint();
        ProcessStartInfo start = new("/bin/sh", ["-c", Script, endPoint.Port.ToString(CultureInfo.InvariantCulture)])
        {
            RedirectStandardInput = true,
        };
        s_process = Process.Start(start);
        for (int attempt = 0; attempt < 500; attempt++)
        {
            using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Connect(endPoint);
                return endPoint.Port;
            }
            catch (SocketException)
            {
                Thread.Sleep(20);
            }
        }

        throw new WorkloadException($"{Program} does not listen on port {endPoint.Port} after 10 s.");
    }

    private static IPEndPoint FreeEndPoint()
    {
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return (IPEndPoint)socket.LocalEndPoint!;
    }
}
