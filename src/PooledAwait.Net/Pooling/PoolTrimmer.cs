using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// Drops unused objects, in the depots and in the magazines of all threads. It runs every few seconds while pools hold objects, and after a
/// collection that finds the machine short of memory.
/// </summary>
/// <remarks>
/// It removes a magazine from its thread's table instead of emptying it, so that the thread needs no lock and no further store. The
/// framework's shared ArrayPool does the same.
/// </remarks>
internal static class PoolTrimmer
{
    /// <summary>The length of a period, in milliseconds.</summary>
    internal const int PeriodMilliseconds = 3_000;

    /// <summary>
    /// The number of whole periods after which unused objects are dropped: with the period of their last use, at most nine seconds.
    /// </summary>
    internal const int IdlePeriods = 2;

    /// <summary>
    /// The timer is created after so many returns, after <see cref="EarlyMilliseconds"/> or after a collection. Its thread would take a
    /// third of a process's first operation; these returns in the slow path take less.
    /// </summary>
    private const int EarlyReturns = 8_192;

    /// <summary>The time after which the next return creates the timer, and after which that publishes the instruments.</summary>
    private const int EarlyMilliseconds = 1_000;

    /// <summary>1 from the creation of the timer on. Before, all threads use the slow path, where returns are counted.</summary>
    private static int s_hasBegun;

    /// <summary>Not exact, because threads count without synchronization.</summary>
    private static int s_earlyReturns;

    /// <summary>1 while objects may be pooled and the timer is set; otherwise 0.</summary>
    private static int s_isAwake;
    private static ITimer? s_timer;
    private static int s_periodBegan = Environment.TickCount;

    /// <summary>Whether the timer was created, so that threads may use the fast path.</summary>
    internal static bool HasBegun => Volatile.Read(ref s_hasBegun) != 0;

    /// <summary>Counts a return in the slow path, and creates the timer if it is time.</summary>
    internal static void CountReturn()
    {
        if (!HasBegun
            && (++s_earlyReturns > EarlyReturns || unchecked(Environment.TickCount - s_periodBegan) > EarlyMilliseconds))
        {
            Begin();
        }
    }

    /// <summary>Creates the timer. It publishes the instruments, also if no pool holds an object.</summary>
    internal static void Begin()
    {
        if (Interlocked.Exchange(ref s_hasBegun, 1) == 0)
        {
            WakeSlow(EarlyMilliseconds);
        }
    }

    /// <summary>Starts the timer if it is created and not running. Costs one load in most calls.</summary>
    internal static void Wake()
    {
        if (Volatile.Read(ref s_isAwake) == 0 && HasBegun)
        {
            WakeSlow(PeriodMilliseconds);
        }
    }

    /// <summary>Called after each collection.</summary>
    internal static void OnCollection()
    {
        Begin();
        if (MemoryLoad.IsHigh())
        {
            foreach (Depot depot in PoolRegistry.Snapshot())
            {
                depot.Clear();
            }
        }

        // A timer would keep the library loaded.
        if (Unloading.IncludesLibrary && unchecked(Environment.TickCount - s_periodBegan) >= PeriodMilliseconds)
        {
            EndPeriod();
        }
    }

    /// <summary>Drops objects that were not used for <see cref="IdlePeriods"/> periods.</summary>
    /// <returns>Whether other objects are left.</returns>
    internal static bool EndPeriod()
    {
        s_periodBegan = Environment.TickCount;
        bool isAnyLeft = false;
        foreach (WeakReference<ThreadMagazines>? reference in PoolThreads.Snapshot())
        {
            isAnyLeft |= reference!.TryGetTarget(out ThreadMagazines? thread) && thread.EndPeriod();
        }

        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            isAnyLeft |= depot.EndPeriod();
        }

        return isAnyLeft;
    }

    /// <summary>Drops everything.</summary>
    internal static void Clear()
    {
        foreach (WeakReference<ThreadMagazines>? reference in PoolThreads.Snapshot())
        {
            if (reference!.TryGetTarget(out ThreadMagazines? thread))
            {
                thread.Clear();
            }
        }

        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            depot.Clear();
        }
    }

    private static void WakeSlow(int milliseconds)
    {
        if (Interlocked.Exchange(ref s_isAwake, 1) == 0 && !Unloading.IncludesLibrary)
        {
            try
            {
                s_timer ??= UnflowedTimer.Create(TimeProvider.System, static _ => OnTimer(), state: null);
                SetTimer(milliseconds);
            }
            catch (ThreadInterruptedException)
            {
                // The framework's timers have a lock whose wait can be interrupted. The interruption belongs to the caller's next wait; the
                // next return starts the timer.
                s_isAwake = 0;
                Thread.CurrentThread.Interrupt();
            }
        }
    }

    private static void OnTimer()
    {
        PoolReports.Start();

        // An object that is pooled between the check and this store is trimmed after the next call of Wake.
        if (EndPeriod())
        {
            SetTimer(PeriodMilliseconds);
        }
        else
        {
            Volatile.Write(ref s_isAwake, 0);
        }
    }

    private static void SetTimer(int milliseconds) => s_timer!.Change(TimeSpan.FromMilliseconds(milliseconds), Timeout.InfiniteTimeSpan);
}
