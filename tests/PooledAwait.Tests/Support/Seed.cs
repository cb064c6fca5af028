using System;
using System.Globalization;
using FsCheck;
using FsCheck.Fluent;

namespace PooledAwait.Tests;

/// <summary>Where random tests begin: another place each time, and a given one to repeat a failure.</summary>
internal readonly record struct Seed(ulong Value)
{
    private const string Variable = "POOLEDAWAIT_SEED";

    internal static Seed Choose() =>
        new(ulong.TryParse(Environment.GetEnvironmentVariable(Variable), NumberStyles.None, CultureInfo.InvariantCulture, out ulong given)
            ? given
            : (ulong)Random.Shared.NextInt64());

    /// <summary>The configuration, beginning here.</summary>
    internal Config Configure(Config config) => config.WithReplay(Value, 1);

    public override string ToString() => $"To repeat: {Variable}={Value.ToString(CultureInfo.InvariantCulture)}";
}
