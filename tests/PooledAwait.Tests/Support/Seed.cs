using System;
using System.Globalization;
using FsCheck;

namespace PooledAwait.Tests;

/// <summary>Where random tests begin: another place each time, and a given one to repeat a failure.</summary>
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
