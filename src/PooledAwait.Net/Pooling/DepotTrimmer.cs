using System.Threading;

namespace PooledAwait;

/// <summary>
/// Trims the depots now and then: asked by the garbage collector's finalizer thread, which runs when memory is in use, and
/// deciding by idle time and memory load, so that collections alone empty nothing.
/// </summary>
internal sealed class DepotTrimmer
{
    /// <summary>How long objects must have lain in a depot unused before they are given up, in milliseconds.</summary>
    internal const int IdleMilliseconds = 3_000;

    private static int s_started;

    private DepotTrimmer()
    {
    }

    ~DepotTrimmer()
    {
        TrimAll();

        // Born again for the next collection. A new object, because a resurrected one is soon in the oldest generation.
        _ = new DepotTrimmer();
    }

    internal static void Start()
    {
        if (Interlocked.Exchange(ref s_started, 1) == 0)
        {
            _ = new DepotTrimmer();
        }
    }

    private static void TrimAll()
    {
        bool memoryIsShort = MemoryLoad.IsHigh();
        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            depot.Trim(IdleMilliseconds, memoryIsShort);
        }
    }
}
