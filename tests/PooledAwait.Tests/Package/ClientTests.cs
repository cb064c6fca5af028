using Xunit.Abstractions;

namespace PooledAwait.Tests.Package;

/// <summary>Clients of databases and brokers whose compiled methods are pooled: they do the same work with at most so many bytes.</summary>
public sealed class ClientTests(ClientTests.Built built, ITestOutputHelper output) : IClassFixture<ClientTests.Built>
{
    [ServerBuildFact("mariadbd", "mariadb-server")]
    public void MySqlConnector_WithMariaDb_DoesTheSameWithFewerBytes()
    {
        using ClientServer server = ClientServer.StartMariaDb();
        Compare("MySqlConnector", server.Port, "331 DuplicateKeyEntry canceled 100", 60);
    }

    [ServerBuildFact("rabbitmq-server", "rabbitmq-server")]
    public void RabbitMqClient_WithRabbitMq_DoesTheSameWithFewerBytes()
    {
        using ClientServer server = ClientServer.StartRabbitMq();

        Compare("RabbitMQ.Client", server.Port, "1330 recovered", 85);
    }

    [BuildFact]
    public void MqttNet_WithItsServer_DoesTheSameWithFewerBytes() => Compare("MQTTnet", ClientServer.FreePort(), "110", 90);

    /// <param name="assembly">The client's assembly.</param>
    /// <param name="port">The server's.</param>
    /// <param name="result">What the program says of its work.</param>
    /// <param name="percent">The bytes of an operation that remain at most.</param>
    private void Compare(string assembly, int port, string result, int percent)
    {
        string[] before = Run("Before");
        string[] after = Run("After");
        Assert.Equal([result, "not pooled"], before[..2]);
        Assert.Equal([result, "pooled"], after[..2]);
        string bytes = $"{assembly}: {before[2]} B per operation before, {after[2]} B after.";
        output.WriteLine(bytes);
        Assert.True(100 * Bytes(after) < percent * Bytes(before), bytes);

        string[] Run(string project) => built.Consumers.Run(project, "net10.0", assembly, $"{port}").Split('|');

        static int Bytes(string[] run) => int.Parse(run[2], CultureInfo.InvariantCulture);
    }

    /// <summary>One program, built without and with the clients pooled, for all tests.</summary>
    public sealed class Built : IDisposable
    {
        private const string Program = "<TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType><Nullable>enable</Nullable>"
            + "<ImplicitUsings>enable</ImplicitUsings>";

        private readonly Lazy<(PackedLibrary Library, Consumers Consumers)> _programs = new(Build);

        internal Consumers Consumers => _programs.Value.Consumers;

        public void Dispose()
        {
            if (_programs.IsValueCreated)
            {
                _programs.Value.Library.Dispose();
            }
        }

        private static (PackedLibrary Library, Consumers Consumers) Build()
        {
            PackedLibrary library = new();
            Consumers consumers = new(library);
            const string References = $"""
                <PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />
                <PackageReference Include="MySqlConnector" Version="2.6.2" />
                <PackageReference Include="RabbitMQ.Client" Version="7.2.2" />
                <PackageReference Include="MQTTnet" Version="5.2.0.1603" />
                <PackageReference Include="MQTTnet.Server" Version="5.2.0.1603" />
                """;
            const string Assemblies = """
                <PooledAwaitAssembly Include="MySqlConnector;RabbitMQ.Client;MQTTnet;MQTTnet.Server" Methods="Task;ValueTask" />
                """;
            string programs = Path.Combine(PackedLibrary.Root(), "tests", "PooledAwait.Tests", "Package", "Clients");
            (string, string)[] projects = [("Before", References), ("After", References + Assemblies)];
            foreach ((string project, string references) in projects)
            {
                foreach (string file in Directory.EnumerateFiles(programs))
                {
                    consumers.Write(Path.Combine(project, Path.GetFileName(file)), File.ReadAllText(file));
                }

                consumers.Add(project, Program, File.ReadAllText(Path.Combine(programs, "Program.cs")), references);
                consumers.Build(project);
            }

            return (library, consumers);
        }
    }
}
