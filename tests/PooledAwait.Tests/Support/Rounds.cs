using System;

namespace PooledAwait.Tests;

/// <summary>How often stress tests repeat: enough for every run, or as often as a release asks for.</summary>
internal static class Rounds
{
    /// <summary>Set to <c>full</c> for the long runs.</summary>
    internal const string Variable = "POOLEDAWAIT_STRESS";

    private static readonly bool s_full =
        string.Equals(Environment.GetEnvironmentVariable(Variable), "full", StringComparison.OrdinalIgnoreCase);

    /// <summary>Chooses a count.</summary>
    /// <param name="usual">For every run.</param>
    /// <param name="full">For a release.</param>
    internal static int Of(int usual, int full) => s_full ? full : usual;
}
