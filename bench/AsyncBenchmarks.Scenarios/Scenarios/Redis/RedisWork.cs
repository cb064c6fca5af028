#if NET

namespace AsyncBenchmarks.Scenarios;

internal static class RedisWork
{
    /// <summary>The work of a library that has a client, where there can be a server.</summary>
    public static Availability With<TClient>(int callers)
        where TClient : IRedisClient, new() =>
        LocalServer.Redis.Missing is { } reason ? Availability.No(reason) : Availability.Of(() => new RedisWorkload<TClient>(callers));
}
#endif
