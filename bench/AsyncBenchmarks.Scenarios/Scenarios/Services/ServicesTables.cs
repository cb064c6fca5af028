namespace AsyncBenchmarks.Scenarios;

/// <summary>Programs that serve others.</summary>
internal static class ServicesTables
{
    public static ScenarioTable Services { get; } = new(
        new Scenario(
            "Services",
            "A program with a processor of its own serves requests at a fixed rate, whether or not those before are done; client and "
            + "database share another processor. Per request.",
            ["Program"],
            [
                "Dapper, EfCore: an endpoint of ASP.NET Core, a service and a repository, each behind an interface, Task methods "
                + "throughout; two queries and 800 requests a second. Proxy: passes frames on, to a server that sends them back; 2,000 a "
                + "second.",
                "Time and ratio are of the server's processor time; the thread pool doesn't spin before it waits. Bytes: the mean. "
                + "Collections: per 1,000 requests. Pause: per request. Saturation: requests a second, where the server's processor is "
                + "over 95 % busy and the other one under 80 %. Latency: only where the first row against itself is within 20 %.",
            ])
        {
            UsesThreads = true,
            HasOneProcessor = true,
        },
        ScenarioSize.Of([ServedProgram.Dapper, ServedProgram.EfCore, ServedProgram.Proxy], (row, program) => row.Services(program)));
}

/// <summary>The programs of scenario Services.</summary>
internal enum ServedProgram
{
    /// <summary>A service over Npgsql and Dapper.</summary>
    Dapper,

    /// <summary>The same over EF Core.</summary>
    EfCore,

    /// <summary>Passes frames on.</summary>
    Proxy,
}
