namespace PooledAwait;

/// <summary>Whether the machine is short of memory: netstandard2.0 can't tell.</summary>
internal static class MemoryLoad
{
    internal static bool IsHigh() => false;
}
