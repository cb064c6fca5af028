namespace PooledAwait;

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
