namespace AsyncBenchmarks.Bodies;

/// <summary>What every library's base operations have in common.</summary>
internal static class BaseOperations
{
    /// <summary>Whether a base operation is completed from outside; otherwise it is complete when it is made.</summary>
    public static bool ArePending { get; set; }
}
