namespace PooledAwait;

/// <summary>Switches pooling off, so that a restart shows whether a problem comes from it: then no object is used twice.</summary>
internal static class PoolingSwitch
{
    internal const string Variable = "POOLEDAWAIT_POOLING";

    /// <summary>The switch of AppContext, for a process without the environment variable.</summary>
    internal const string Name = "PooledAwait.Pooling";

    /// <summary>Whether each pool has the bound 0, and each borrowed array is a new one. Read once per process.</summary>
    internal static readonly bool IsOff = UninterruptedWait.Repeat(ReadIsOff, (object?)null);

    private static bool ReadIsOff(object? nothing)
    {
        string? text = Environment.GetEnvironmentVariable(Variable)?.Trim();
        if (string.IsNullOrEmpty(text))
        {
            return AppContext.TryGetSwitch(Name, out bool isOn) && !isOn;
        }

        bool isOff = string.Equals(text, "off", StringComparison.OrdinalIgnoreCase);
        if (!isOff && !string.Equals(text, "on", StringComparison.OrdinalIgnoreCase))
        {
            // Don't throw: the exception would come out of the program's first await.
            Console.Error.WriteLine($"PooledAwait.Net: '{text}' is neither on nor off, so pooling stays on. Set {Variable} to on or off.");
        }

        return isOff;
    }
}
