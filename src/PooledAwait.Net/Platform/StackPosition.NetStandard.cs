namespace PooledAwait;

/// <summary>No position: trampolines are identified by their threads' numbers.</summary>
internal static class StackPosition
{
    /// <summary>Zero.</summary>
    internal static nint Here => 0;
}
