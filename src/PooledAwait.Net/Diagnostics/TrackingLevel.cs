namespace PooledAwait;

/// <summary>How much is recorded of each operation, so that misuse and leaks name their origin; see <see cref="Pool.Tracking"/>.</summary>
/// <example><code>
/// if (Pool.Tracking == TrackingLevel.Off)
/// {
///     Console.WriteLine("Set POOLEDAWAIT_TRACKING=all to learn where operations start and who consumes them.");
/// }
/// </code></example>
public enum TrackingLevel
{
    /// <summary>Records nothing. Operations cost no further bytes and no measurable time.</summary>
    Off,

    /// <summary>Records one operation in 128, for production.</summary>
    Sampled,

    /// <summary>Records every operation, at some microseconds and some hundred bytes each, for tests and debugging.</summary>
    All,
}

/// <summary>Reads how much is tracked, once per process: from the environment, otherwise from the runtime's configuration.</summary>
internal static class TrackingSettings
{
    internal const string Variable = "POOLEDAWAIT_TRACKING";

    /// <summary>The property of runtimeconfig.json, and of AppContext.</summary>
    internal const string Property = "PooledAwait.Tracking";

    internal static readonly TrackingLevel Level = Read();

    /// <summary>Reads a setting. Without a text the level is off. Returns whether the text is a level, or there is none.</summary>
    internal static bool TryParse(string? text, out TrackingLevel level)
    {
        text = text?.Trim();
        level = Is("all") ? TrackingLevel.All : Is("sampled") ? TrackingLevel.Sampled : TrackingLevel.Off;
        return level != TrackingLevel.Off || string.IsNullOrEmpty(text) || Is("off");

        bool Is(string name) => string.Equals(text, name, StringComparison.OrdinalIgnoreCase);
    }

    private static TrackingLevel Read()
    {
        string? text = Environment.GetEnvironmentVariable(Variable);
        if (string.IsNullOrWhiteSpace(text))
        {
            text = AppContext.GetData(Property) as string;
        }

        if (text is null)
        {
            // The common case is short, because every program's first await pays for it.
            return TrackingLevel.Off;
        }

        if (!TryParse(text, out TrackingLevel level))
        {
            // No exception, because it would leave the first await of the program.
            Console.Error.WriteLine(
                $"PooledAwait.Net: '{text}' is not a tracking level, so tracking stays off. Set {Variable} to off, sampled or all.");
        }

        return level;
    }
}
