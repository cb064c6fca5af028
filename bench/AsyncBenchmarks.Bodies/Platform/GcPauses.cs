using System;

namespace AsyncBenchmarks.Bodies;

/// <summary>How long the collector has held all threads.</summary>
internal static class GcPauses
{
    /// <summary>Since the process began; null where the runtime doesn't tell, which it does from .NET 7 on.</summary>
#if NET
    public static TimeSpan? Total => GC.GetTotalPauseDuration();
#else
    public static TimeSpan? Total => null;
#endif
}
