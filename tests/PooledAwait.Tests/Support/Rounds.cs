using System;

namespace PooledAwait.Tests;

/// <summary>How often stress tests repeat: enough for every run, or as often as a release asks for.</summary>
internal static class Rounds
{
    /// <summary>Set to <c>full</c> for the long runs.</summary>
    internal const string Variable = "POOLEDAWAIT_STRESS";

    private static readonly bool s_full =
        string.Equals(Environment.GetEnvironmentVariable(Variable), "full", StringComparison.OrdinalIgnoreCase);

    private static readonly bool s_isInCi = Environment.GetEnvironmentVariable("BUILD_TESTS") == "1";

    /// <summary>Chooses a count.</summary>
    /// <param name="usual">For every run.</param>
    /// <param name="full">For a release.</param>
    /// <param name="inCi">For CI, where that is more.</param>
    internal static int Of(int usual, int full, int? inCi = null) => s_full ? full : s_isInCi ? inCi ?? usual : usual;
}
