namespace AsyncBenchmarks;

/// <summary>
/// Environment variables of cases that need a program which NativeAOT compiles with another constant. The host starts that program; on
/// other runtimes the variables do nothing.
/// </summary>
public static class NativeSwitch
{
    /// <summary>PooledAwaitFlowExecutionContext is false.</summary>
    public const string WithoutFlow = "ASYNCBENCHMARKS_WITHOUT_FLOW";
}
