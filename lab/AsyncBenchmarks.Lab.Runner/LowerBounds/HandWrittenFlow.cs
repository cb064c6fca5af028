using System;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Whether the lower bounds capture, restore and guard contexts: not in the processes of the rows without flow.</summary>
internal static class HandWrittenFlow
{
    private const string Switch = "HandWritten.Flow";

    /// <summary>Read once, before the first operation: a constant to the tiered compiler.</summary>
    public static bool IsEnabled { get; } = !AppContext.TryGetSwitch(Switch, out bool isEnabled) || isEnabled;

    /// <summary>Takes the flow from this process; before its first operation.</summary>
    public static void Disable() => AppContext.SetSwitch(Switch, false);
}
