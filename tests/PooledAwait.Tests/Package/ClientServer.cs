using System.Net;
using System.Net.Sockets;

namespace PooledAwait.Tests.Package;

/// <summary>A test that builds programs and needs a server: skipped where there is none, unless SERVER_TESTS is 1.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ServerBuildFactAttribute : BuildFactAttribute
{
    /// <param name="server">The server's program.</param>
    /// <param name="package">The package of Debian that has it.</param>
    public ServerBuildFactAttribute(string server, string package)
    {
        if (Skip is null && Environment.GetEnvironmentVariable("SERVER_TESTS") != "1" && ClientServer.Find(server) is null)
        {
            Skip = $"{server} is not installed: on Debian, apt-get install {package}";
        }
    }
}

/// <summary>A server of the machine's packages, with its data in a folder of its own; it ends with this object.</summary>
internal sealed class ClientServer : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("PooledAwait.Server.");
    private readonly Process _process;

    private ClientServer(string program, Func<ClientServer, IEnumerable<string>> arguments, Dictionary<string, string> environment)
    {
        ProcessStartInfo start = new(Find(program)!, arguments(this)) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value.Replace("{folder}", Folder, StringComparison.Ordinal)
                .Replace("{port}", $"{Port}", StringComparison.Ordinal);
        }

        _process = Process.Start(start)!;
        _process.OutputDataReceived += static (_, _) => { };
        _process.ErrorDataReceived += static (_, _) => { };
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        WaitUntilItAnswers(program);
    }

    internal int Port { get; } = FreePort();

    private string Folder => _folder.FullName;

    public void Dispose()
    {
        _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
        for (int i = 0; i < 50; i++)
        {
            try
            {
                _folder.Delete(recursive: true);
                return;
            }
            catch (IOException)
            {
                Thread.Sleep(100);
            }
        }
    }

    internal static ClientServer StartMariaDb() => new(
        "mariadbd",
        static server =>
        {
            string data = Path.Combine(server.Folder, "data");
            using Process install = Process.Start(new ProcessStartInfo(
                Find("mariadb-install-db")!,
                ["--no-defaults", "--datadir=" + data, "--auth-root-authentication-method=normal", "--skip-test-db", "--user=root"])
            {
                RedirectStandardOutput = true,
            })!;
            install.StandardOutput.ReadToEnd();
            install.WaitForExit();
            return
            [
                "--no-defaults", "--user=root", "--datadir=" + data, "--socket=" + Path.Combine(server.Folder, "socket"),
                $"--port={server.Port}", "--bind-address=127.0.0.1", "--local-infile=1", "--innodb-flush-log-at-trx-commit=0",
            ];
        },
        []);

    internal static ClientServer StartRabbitMq() => new(
        "rabbitmq-server",
        static _ => [],
        new()
        {
            ["RABBITMQ_NODENAME"] = "test{port}@localhost",
            ["RABBITMQ_NODE_IP_ADDRESS"] = "127.0.0.1",
            ["RABBITMQ_NODE_PORT"] = "{port}",
            ["RABBITMQ_DIST_PORT"] = $"{FreePort()}",
            ["RABBITMQ_MNESIA_BASE"] = "{folder}",
            ["RABBITMQ_LOG_BASE"] = "{folder}",
            ["RABBITMQ_PID_FILE"] = "{folder}/pid",
            ["RABBITMQ_ENABLED_PLUGINS_FILE"] = "{folder}/plugins",
            ["HOME"] = "{folder}",
        });

    /// <summary>Finds a program; Debian keeps the one of RabbitMQ that doesn't change the user beside its library.</summary>
    internal static string? Find(string program) =>
        ((string[])["/usr/lib/rabbitmq/bin", .. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator), "/usr/sbin"])
            .Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);

    internal static int FreePort()
    {
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }

    private void WaitUntilItAnswers(string program)
    {
        Stopwatch watch = Stopwatch.StartNew();
        while (watch.Elapsed < TimeSpan.FromMinutes(2))
        {
            using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Connect(IPAddress.Loopback, Port);
                return;
            }
            catch (SocketException)
            {
                Thread.Sleep(100);
            }
        }

        Dispose();
        Assert.Fail($"{program} did not start within two minutes.");
    }
}
