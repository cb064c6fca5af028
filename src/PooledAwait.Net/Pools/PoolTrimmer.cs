namespace PooledAwait;

/// <summary>Drops unused objects, in the depots and in the magazines of all threads. It runs every few seconds while pools hold objects,
/// and after a collection that finds the machine short of memory.</summary>
internal static class PoolTrimmer
{
    /// <summary>The one to change if objects should be kept longer, or not so long.</summary>
    internal const int PeriodMilliseconds = 3_000;

    /// <summary>Unused objects are dropped after this many whole periods: at most nine seconds after their last use. It is for magazines;
    /// <see cref="TrimmedStack"/> has two fields for its periods.</summary>
    internal const int IdlePeriods = 2;

    /// <summary>The timer is created after this many returns, after <see cref="EarlyMilliseconds"/> or after a collection. Creating its
    /// thread would be a third of the time of a process's first operation; these returns in the slow path cost less.</summary>
    private const int EarlyReturns = 8_192;

    /// <summary>The time after which the next return creates the timer, and after which the timer publishes the instruments.</summary>
    private const int EarlyMilliseconds = 1_000;

    /// <summary>1 from the creation of the timer on. Before, all threads use the slow path, where returns are counted.</summary>
    private static int s_hasBegun;

    /// <summary>Not exact, because threads count without synchronization.</summary>
    private static int s_earlyReturns;

    /// <summary>1 while objects may be pooled and the timer is set; otherwise 0.</summary>
    private static int s_isAwake;

    internal static ITimer? s_timer;
    private static int s_periodBegan = Environment.TickCount;

    /// <summary>Whether the timer was created, so that threads may use the fast path.</summary>
    internal static bool HasBegun => Volatile.Read(ref s_hasBegun) != 0;

    /// <summary>Counts a return in the slow path, and creates or starts the timer if it is time. Mostly costs two loads.</summary>
    internal static void OnReturn(bool isTrimmed)
    {
        if (!HasBegun)
        {
            if (++s_earlyReturns > EarlyReturns || unchecked(Environment.TickCount - s_periodBegan) > EarlyMilliseconds)
            {
                Begin();
            }
        }
        else if (isTrimmed)
        {
            KeepAwake();
        }
    }

    /// <summary>Starts the timer if it is created and not running. Called after a pool has got a magazine or an object under its depot's
    /// lock. So either this sees that the timer sleeps, or <see cref="OnTimer"/> sees the change.</summary>
    internal static void KeepAwake()
    {
        if (HasBegun && Volatile.Read(ref s_isAwake) == 0)
        {
            Wake(PeriodMilliseconds);
        }
    }

    /// <summary>Creates the timer. It publishes the instruments, also if no pool holds an object.</summary>
    internal static void Begin()
    {
        if (Interlocked.Exchange(ref s_hasBegun, 1) == 0)
        {
            Wake(EarlyMilliseconds);
        }
    }

    /// <summary>Waits for the next collection with a new object: a resurrected one would soon reach the oldest generation.</summary>
    internal static void WatchCollections() => _ = new CollectionWatch();

    private static void OnCollection()
    {
        Begin();
#if NET // netstandard2.0 can't tell whether memory is short
        GCMemoryInfo info = GC.GetGCMemoryInfo();
        if (info.HighMemoryLoadThresholdBytes > 0 && info.MemoryLoadBytes >= info.HighMemoryLoadThresholdBytes)
        {
            Clear(withMagazines: false);
        }
#endif

        // With a timer the library could not be unloaded, so the collections end the periods.
        if (Unloading.IncludesLibrary && unchecked(Environment.TickCount - s_periodBegan) >= PeriodMilliseconds)
        {
            EndPeriod();
        }
    }

    /// <summary>Drops objects that were not used for <see cref="IdlePeriods"/> periods. Returns whether other objects are left.</summary>
    internal static bool EndPeriod()
    {
        s_periodBegan = Environment.TickCount;
        bool isAnyLeft = false;
        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            isAnyLeft |= depot.EndPeriod();
        }

        return isAnyLeft;
    }

    internal static void Clear(bool withMagazines)
    {
        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            depot.Clear(withMagazines);
        }
    }

    private static void Wake(int milliseconds)
    {
        if (Interlocked.Exchange(ref s_isAwake, 1) == 0 && !Unloading.IncludesLibrary)
        {
            try
            {
                s_timer ??= UnflowedTimer.Create(TimeProvider.System, static _ => OnTimer(), state: null);
                UnflowedTimer.Set(s_timer, milliseconds);
            }
            catch (ThreadInterruptedException)
            {
                // The interruption belongs to the caller's next wait. The next slow return starts the timer.
                Volatile.Write(ref s_isAwake, 0);
                Thread.CurrentThread.Interrupt();
            }
            catch (Exception exception)
            {
                // No memory, or no thread for the timer. The object is pooled all the same.
                Volatile.Write(ref s_isAwake, 0);
                UnobservedExceptions.Report(exception);
            }
        }
    }

    internal static void OnTimer()
    {
        // A full fence before the look: a pool that gets something after the look finds the timer asleep, and wakes it.
        Interlocked.Exchange(ref s_isAwake, 0);
        bool isAnyLeft = true;
        try
        {
            PoolReports.Start();
            isAnyLeft = EndPeriod();
        }
        catch (OutOfMemoryException exception)
        {
            // An exception in a timer ends the process.
            UnobservedExceptions.Report(exception);
        }

        if (isAnyLeft)
        {
            Wake(PeriodMilliseconds);
        }
    }

    /// <summary>Is finalized with every collection.</summary>
    private sealed class CollectionWatch
    {
        /// <summary>A short weak reference to an object that only the library's static fields keep. It is empty when the library is about
        /// to be unloaded, even if a finalizer still runs.</summary>
        private static readonly WeakReference s_library = new(s_keptByLibrary = new object());
        private static object? s_keptByLibrary;

        ~CollectionWatch()
        {
            // Mono and .NET Framework finalize at the end of the process too, when no thread can be created for a timer.
            if (s_library.IsAlive && !Environment.HasShutdownStarted)
            {
                OnCollection();
                WatchCollections();
            }
        }
    }
}
