using System;
using System.Globalization;
using FsCheck;

namespace PooledAwait.Tests;

/// <summary>The seeds of random tests: a new one each time, or a given one to repeat a failure.</summary>
internal readonly record struct Seed(ulong Value)
{
    internal const string Variable = "POOLEDAWAIT_SEED";

    /// <summary>The seed that the environment names, to repeat a failure; null if it names none.</summary>
    internal static ulong? Given => Environment.GetEnvironmentVariable(Variable) is { } given
        ? ulong.Parse(given, NumberStyles.None, CultureInfo.InvariantCulture)
        : null;

    internal static Seed Choose() => new(Given ?? (ulong)Random.Shared.NextInt64());

    /// <summary>The configuration, beginning here.</summary>
    internal Config Configure(Config config) => config.WithReplay(Value, 1);

    public override string ToString() => $"To repeat: {Variable}={Value.ToString(CultureInfo.InvariantCulture)}";
}

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
