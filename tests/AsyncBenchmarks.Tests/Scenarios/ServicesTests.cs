using System.Net;
using System.Net.Sockets;
using AsyncBenchmarks.Runner;

namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>Scenario Services reports what it has seen: wrong answers, saturation of the server only, and a missing server.</summary>
public sealed class ServicesTests
{
    [Theory]
    [InlineData(0.96, 0.79, true)]
    [InlineData(0.95, 0.50, false)] // the server had time left
    [InlineData(0.99, 0.80, false)] // perhaps the client or the database had none
    public void Saturation_IsTheServersOnly(double server, double other, bool isReached) =>
        Assert.Equal(isReached ? 5_000 : double.NaN, ServicesWorkload.Saturation(5_000, server, other));

    [ServerFact]
    public void Request_WithAWrongAnswer_FailsTheRun()
    {
        ServicesWorkload workload = new(ServedProgram.Proxy, static () => new WrongProxy());
        Assert.Contains("came back changed", Assert.Throws<WorkloadException>(workload.Setup).Message, StringComparison.Ordinal);
        workload.Cleanup();
    }

    [ServerFact]
    public void Catalog_WithoutPostgreSql_HasTheReasonForProgramsThatNeedIt()
    {
        if (!Environment.IsPrivilegedProcess)
        {
            return; // then there is no program to hide that PostgreSQL needs
        }

        ProcessStartInfo start = new(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? Environment.ProcessPath!)
        {
            ArgumentList = { Path.Combine(AppContext.BaseDirectory, "AsyncBenchmarks.Runner.dll"), RunnerProtocol.Catalog },
            RedirectStandardOutput = true,
        };
        start.Environment["PATH"] = "";
        using Process process = Process.Start(start)!;
        string[] lines =
        [
            .. process.StandardOutput.ReadToEnd().Split('\n')
                .Where(line => line.StartsWith("Services/Service/", StringComparison.Ordinal)),
        ];

        Assert.Equal(3, lines.Length);
        Assert.All(lines, line => Assert.Equal(
            !line.Contains("=Proxy", StringComparison.Ordinal),
            line.Contains("PostgreSQL does not run as root", StringComparison.Ordinal)));
    }

    /// <summary>Sends back something else.</summary>
    private sealed class WrongProxy : IServedProgram
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

        public int Start(int peer)
        {
            _listener.Start();
            _ = ServeAsync();
            return ((IPEndPoint)_listener.LocalEndpoint).Port;
        }

        public void Dispose() => _listener.Dispose();

        private async Task ServeAsync()
        {
            while (true)
            {
                _ = AnswerAsync(await _listener.AcceptSocketAsync());
            }
        }

        private static async Task AnswerAsync(Socket socket)
        {
            byte[] buffer = new byte[4096];
            while (await socket.ReceiveAsync(buffer.AsMemory()) is int received and > 0)
            {
                buffer[received - 1]++;
                await socket.SendAsync(buffer.AsMemory(0, received));
            }
        }
    }

    /// <summary>A test that is skipped where processes can't have a processor of their own.</summary>
    private sealed class ServerFactAttribute : FactAttribute
    {
        public ServerFactAttribute() => Skip = LoadClient.Missing;
    }
}
