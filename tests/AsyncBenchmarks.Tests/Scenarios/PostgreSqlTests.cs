namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>Scenario PostgreSql measures the copies of Npgsql that its rows name, and says which caller failed.</summary>
public sealed class PostgreSqlTests
{
    [ServerFact]
    public void PreparedCommand_OfRedirectedCopies_AllocatesItsShareOfThePackages()
    {
        // Processes of this one; and as long as a measurement, because what a run needs is shared by its commands.
        Environment.SetEnvironmentVariable(
            LocalServer.PostgreSql.Variable, LocalServer.PostgreSql.Port.ToString(CultureInfo.InvariantCulture));
        Environment.SetEnvironmentVariable(Haste.Variable, null);
        try
        {
            double package = Allocated("Npgsql");
            Assert.InRange(Allocated("Npgsql-Awaited"), 1, package * 0.70);
            Assert.InRange(Allocated("Npgsql-Task-ValueTask"), 1, package * 0.45);
        }
        finally
        {
            Environment.SetEnvironmentVariable(Haste.Variable, Haste.Smoke);
            Environment.SetEnvironmentVariable(LocalServer.PostgreSql.Variable, null);
        }

        static double Allocated(string row)
        {
            using CaseProcess process = new($"PostgreSql/{row}/Command=Prepared/Callers=1");
            return process.AllocatedPerOperation(slices: 10);
        }
    }

    [Fact]
    public void Run_WithACallerThatFails_SaysWhy()
    {
        FailingWorkload workload = new();
        Assert.Contains("no connection", Assert.Throws<WorkloadException>(workload.Run).Message, StringComparison.Ordinal);
    }

    private sealed class FailingWorkload() : CallersWorkload(callers: 2, commands: 4)
    {
        protected override void StartCaller(int caller, CommandLoad load)
        {
            if (caller == 1)
            {
                load.Fail(new InvalidOperationException("no connection"));
            }
        }
    }

    /// <summary>A test that is skipped where there can be no server.</summary>
    private sealed class ServerFactAttribute : FactAttribute
    {
        public ServerFactAttribute() => Skip = LocalServer.PostgreSql.Missing;
    }
}
