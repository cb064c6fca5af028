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

/// <summary>How often stress tests repeat: enough for every run, as often as a release asks for, or a tenth where another run on the same
/// machine does the rest.</summary>
internal static class Rounds
{
    /// <summary>Set to <c>full</c> for the long runs, and to <c>short</c> in an emulator.</summary>
    internal const string Variable = "POOLEDAWAIT_STRESS";

    private static readonly string? s_stress = Environment.GetEnvironmentVariable(Variable)?.ToLowerInvariant();

    private static readonly bool s_isInCi = Environment.GetEnvironmentVariable("BUILD_TESTS") == "1";

    /// <summary>Chooses a count.</summary>
    /// <param name="usual">For every run.</param>
    /// <param name="full">For a release.</param>
    /// <param name="inCi">For CI, where that is more.</param>
    internal static int Of(int usual, int full, int? inCi = null) => s_stress switch
    {
        "full" => full,
        "short" => Math.Max(1, usual / 10),
        _ => s_isInCi ? inCi ?? usual : usual,
    };
}
