using System;

namespace PooledAwait;

/// <summary>Whether the machine is short of memory.</summary>
internal static class MemoryLoad
{
    internal static bool IsHigh()
    {
        GCMemoryInfo info = GC.GetGCMemoryInfo();
        return info.HighMemoryLoadThresholdBytes > 0 && info.MemoryLoadBytes >= info.HighMemoryLoadThresholdBytes;
    }
}
