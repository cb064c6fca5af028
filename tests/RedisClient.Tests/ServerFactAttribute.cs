using System;
using System.Globalization;
using Xunit;

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

/// <summary>A test that takes as many minutes as the environment variable <c>SOAK_MINUTES</c> says; skipped if it says nothing.</summary>
internal sealed class SoakFactAttribute : FactAttribute
{
    public SoakFactAttribute() =>
        Skip = ServerFactAttribute.WhySkip ?? (Minutes > 0 ? null : "Takes minutes; set SOAK_MINUTES=5.");

    internal static double Minutes =>
        double.TryParse(Environment.GetEnvironmentVariable("SOAK_MINUTES"), CultureInfo.InvariantCulture, out double minutes) ? minutes : 0;
}
