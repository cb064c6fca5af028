namespace Samples.Redis.Tests;

/// <summary>
/// A test that needs redis-server: skipped with the reason where there is none, unless the environment variable <c>REDIS_TESTS</c> is 1,
/// which says that there must be one.
/// </summary>
internal sealed class ServerFactAttribute : FactAttribute
{
    public ServerFactAttribute() => Skip = WhySkip;

    internal static string? WhySkip => Environment.GetEnvironmentVariable("REDIS_TESTS") == "1" ? null : RedisServer.Missing;
}

/// <inheritdoc cref="ServerFactAttribute"/>
internal sealed class ServerTheoryAttribute : TheoryAttribute
{
    public ServerTheoryAttribute() => Skip = ServerFactAttribute.WhySkip;
}
