using System.Net;
using System.Net.Sockets;

namespace AsyncBenchmarks.Scenarios;

/// <summary>A real server on the loopback, which a scenario needs. It ends with the process that started it, however that ends.</summary>
internal sealed class LocalServer
{
    private readonly Lazy<int> _port;
    private readonly string _script;
    private readonly string[] _arguments;

    // Kept: the server ends with the shell's standard input, which a collection of the process would close.
    private object? _shell;

    /// <param name="script">The shell's script; $0 is the port. The shell's standard input ends when this process does.</param>
    private LocalServer(string scenario, string script, string? missing, params string[] arguments)
    {
        Scenario = scenario;
        Missing = OperatingSystem.IsWindows() ? $"The suite starts no server for {scenario} on Windows." : missing;
        _script = script;
        _arguments = arguments;
        _port = new Lazy<int>(FindOrStart);
    }

    public static LocalServer Redis { get; } = new(
        "Redis",
        "redis-server --port $0 --bind 127.0.0.1 --save '' --appendonly no >/dev/null & read end; kill $!",
        Executables.IsThere("redis-server") ? null : "redis-server is not installed: on Debian, apt-get install redis-server.");

    /// <summary>PostgreSQL, with a database in a temporary folder, and the superuser postgres, who needs no password.</summary>
    public static LocalServer PostgreSql { get; } = CreatePostgreSql("PostgreSql");

    /// <summary>Another one, on the last processor.</summary>
    public static LocalServer Services { get; } = CreatePostgreSql("Services");

    public string Scenario { get; }

    /// <summary>The environment variable with which the host tells a case's process the server's port.</summary>
    public string Variable => "ASYNCBENCHMARKS_" + Scenario.ToUpperInvariant();

    /// <summary>Why there can be no server here; null if there can.</summary>
    public string? Missing { get; }

    /// <summary>The port of the host's server; a process without a host starts one of its own.</summary>
    public int Port => _port.Value;

    public static LocalServer? Of(string scenario) =>
        new[] { Redis, PostgreSql, Services }.FirstOrDefault(server => server.Scenario == scenario);

    private static LocalServer CreatePostgreSql(string scenario)
    {
        // Debian keeps the server's programs off the PATH, in a folder for each version.
        const string Debian = "/usr/lib/postgresql";
        string? programs = (Directory.Exists(Debian) ? Directory.GetDirectories(Debian) : [])
            .OrderByDescending(static folder => double.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out double version)
                ? version
                : 0)
            .Select(static folder => Path.Combine(folder, "bin"))
            .Concat(Executables.Folders)
            .FirstOrDefault(static folder => File.Exists(Path.Combine(folder, "initdb")) && File.Exists(Path.Combine(folder, "postgres")));

        // initdb and postgres refuse to run as root.
        bool isUserMissing = Environment.IsPrivilegedProcess && !OperatingSystem.IsWindows()
            && !(Executables.IsThere("setpriv")
                && File.ReadLines("/etc/passwd").Any(static user => user.StartsWith("postgres:", StringComparison.Ordinal)));
        string? missing = programs is null ? "PostgreSQL is not installed: on Debian, apt-get install postgresql."
            : isUserMissing ? "PostgreSQL does not run as root, and the user postgres, or the tool setpriv that changes to it, is missing."
            : null;

        // An interrupt of the terminal ends the suite; then the shell, which takes none itself, still removes the folder.
        return new LocalServer(
            scenario,
            """
            trap '' INT
            folder=$(mktemp -d) && cd $folder || exit 1
            if [ $(id -u) = 0 ]; then chown postgres . && as="setpriv --reuid=postgres --regid=postgres --clear-groups"; fi
            if $as $1/initdb -D data -U postgres -A trust -E UTF8 --no-locale --no-sync >/dev/null; then
              $as $1/postgres -D data -p $0 -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=400 \
                -c fsync=off >/dev/null 2>&1 &
              read end; kill -QUIT $!; wait $!
            fi
            cd / && rm -rf $folder
            """,
            missing,
            programs ?? "");
    }

    private int FindOrStart()
    {
        if (int.TryParse(Environment.GetEnvironmentVariable(Variable), CultureInfo.InvariantCulture, out int known))
        {
            return known;
        }

        IPEndPoint endPoint = FreeEndPoint();
        ProcessStartInfo start = new(
            "/bin/sh", ["-c", _script, endPoint.Port.ToString(CultureInfo.InvariantCulture), .. _arguments])
        {
            RedirectStandardInput = true,
        };
        Process shell = null!;
        Thread starter = new(() =>
        {
            if (this == Services)
            {
                OwnProcessor.Take(Environment.ProcessorCount - 1);
            }

            // Has the processors of the thread that starts it.
            shell = Process.Start(start)!;
        });
        starter.Start();
        starter.Join();
        _shell = shell;
        Stopwatch waited = Stopwatch.StartNew();
        while (!shell.HasExited && waited.Elapsed < TimeSpan.FromMinutes(1))
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

        throw new WorkloadException(
            $"The server for {Scenario} does not listen on port {endPoint.Port} after {waited.Elapsed.TotalSeconds:F0} s.");
    }

    private static IPEndPoint FreeEndPoint()
    {
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return (IPEndPoint)socket.LocalEndPoint!;
    }
}

/// <summary>Programs that a shell would find.</summary>
internal static class Executables
{
    public static string[] Folders { get; } =
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);

    public static bool IsThere(string name) =>
        Folders.Any(folder => File.Exists(Path.Combine(folder, OperatingSystem.IsWindows() ? name + ".exe" : name)));
}
