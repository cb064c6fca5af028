namespace PooledAwait;

/// <summary>Whether pooled methods and Then capture and restore the ExecutionContext. A program opts out by a feature switch; a library
/// can't. Without flow they capture, restore and guard nothing, so that the contexts after an await are those of the completer. A delegate
/// that code passes to OnCompleted keeps its context (<see cref="ScheduledCallback"/>).</summary>
internal static class ExecutionContextFlow
{
    /// <summary>The switch of AppContext, which the package's property PooledAwaitFlowExecutionContext sets.</summary>
    internal const string Switch = "PooledAwait.FlowExecutionContext";

    /// <summary>Read once, so tier 1 treats it as a constant; the trimmer and NativeAOT make it one by
    /// ILLink.Substitutions.xml.</summary>
    internal static bool IsEnabled { get; } = !AppContext.TryGetSwitch(Switch, out bool isEnabled) || isEnabled;
}
