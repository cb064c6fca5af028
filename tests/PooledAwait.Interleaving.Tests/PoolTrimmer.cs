namespace PooledAwait;

/// <summary>
/// In place of the library's: nothing is trimmed. A timer and a finalizer would take the pools' locks on threads that the schedule does not
/// know, and a thread that meets such a lock lets the other one go on: the same schedule would be another run.
/// </summary>
internal static class PoolTrimmer
{
    internal const int IdlePeriods = 2;

    /// <summary>All runs use magazines in the fast path.</summary>
    internal static bool HasBegun => true;

    internal static void OnReturn(bool isTrimmed) => _ = isTrimmed;

    internal static void KeepAwake()
    {
    }

    internal static void WatchCollections()
    {
    }

    internal static void Clear(bool withMagazines)
    {
        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            depot.Clear(withMagazines);
        }
    }
}
