namespace PooledAwait;

/// <summary>All pools by their numbers, which start at 1; 0 stands for <see cref="OperationPool.None"/>.</summary>
internal static class PoolRegistry
{
    private static ShortLock s_lock;

    /// <summary>The depots, from index 1 up to <see cref="s_count"/>: weak references for types that can be unloaded, and null where one
    /// was. Replaced by a larger array when it is full.</summary>
    private static object?[] s_depots = new object?[16];
    private static int s_count = 1;

    static PoolRegistry() => PoolTrimmer.WatchCollections();

    /// <summary>The number of pools so far, those of unloaded types included.</summary>
    internal static int Count => Volatile.Read(ref s_count) - 1;

    /// <summary>Registers a pool. The type of an unloadable one may be unloaded before this library.</summary>
    internal static OperationPool Add(Depot depot, bool isUnloadable)
    {
        List<Depot>? ofType = isUnloadable ? UnloadablePools.Of(depot.Type) : null;
        object entry = isUnloadable ? new WeakReference<Depot>(depot, trackResurrection: true) : depot;
        s_lock.Enter();
        try
        {
            int number = isUnloadable ? Array.FindIndex(s_depots, 1, UnloadablePools.IsGone) : -1;
            if (number < 0)
            {
                number = s_count;
            }

            if (number == s_depots.Length)
            {
                object?[] depots = new object?[2 * number];
                Array.Copy(s_depots, depots, number);
                Volatile.Write(ref s_depots, depots);
            }

            ofType?.Add(depot);
            s_count = Math.Max(s_count, number + 1);
            depot.Pool = (OperationPool)number;
            s_depots[number] = entry;
        }
        finally
        {
            s_lock.Exit();
        }

        return depot.Pool;
    }

    /// <summary>A pool's depot; null for 0, and where a type is unloaded.</summary>
    internal static Depot? Get(OperationPool pool)
    {
        object? entry = Volatile.Read(ref s_depots)[(int)pool];
        if (entry is Depot depot)
        {
            return depot;
        }

        return entry is WeakReference<Depot> reference && reference.TryGetTarget(out Depot? target) ? target : null;
    }

    internal static List<Depot> Snapshot()
    {
        object?[] entries = Volatile.Read(ref s_depots);
        List<Depot> depots = new(entries.Length);
        for (int number = 1; number < entries.Length; number++)
        {
            if (Get((OperationPool)number) is { } depot)
            {
                depots.Add(depot);
            }
        }

        return depots;
    }

    /// <summary>Pools of types that may be unloaded before this library. A class of its own, because most programs have none.</summary>
    private static class UnloadablePools
    {
        /// <summary>Keeps the depots exactly as long as their types. A value lives as long as its key, also if the value refers to the key.
        /// A type may have several pools, because two builders may use one state machine.</summary>
        private static readonly ConditionalWeakTable<Type, List<Depot>> s_depotsOfTypes = new();

        /// <summary>Whether an entry's type is unloaded, and no finalizer can find an object of its pool any more.</summary>
        internal static bool IsGone(object? entry) => entry is WeakReference<Depot> reference && !reference.TryGetTarget(out _);

        internal static List<Depot> Of(Type type) => s_depotsOfTypes.GetValue(type, static _ => []);
    }
}
