using System;

namespace PooledAwait;

/// <summary>Whether the machine runs short of memory, as far as the platform tells.</summary>
internal static class MemoryLoad
{
    internal static bool IsHigh()
    {
#if NET
        GCMemoryInfo info = GC.GetGCMemoryInfo();
        return info.HighMemoryLoadThresholdBytes > 0 && info.MemoryLoadBytes >= info.HighMemoryLoadThresholdBytes;
#else
        return false;
#endif
    }
}
