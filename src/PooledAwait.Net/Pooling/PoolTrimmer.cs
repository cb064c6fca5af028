using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// Gives up what nobody has needed for a while, in the depots and in the magazines of all threads: every few seconds while
/// there is something, and when a collection finds the machine short of memory.
/// </summary>
/// <remarks>
/// A magazine is given up by taking it out of its thread's table, not by emptying it, so that its thread needs no lock, nor a
/// store of its own. The framework's shared ArrayPool does the same.
/// </remarks>
internal static class PoolTrimmer
{
    /// <summary>How long a period is, in milliseconds.</summary>
    internal const int PeriodMilliseconds = 3_000;

    /// <summary>
    /// For how many whole periods what is given up has lain unused: with the one in which it was used last, at most nine seconds.
    /// </summary>
    internal const int IdlePeriods = 2;

    private static ShortLock s_lock;

    /// <summary>The threads, the first <see cref="s_count"/> not null; those that are gone leave at the next period.</summary>
    private static WeakReference<ThreadMagazines>?[] s_threads = new WeakReference<ThreadMagazines>?[16];
    private static int s_count;

    /// <summary>1 while there may be something to give up and the timer is set; else 0.</summary>
    private static int s_isAwake;
    private static ITimer? s_timer;
    private static int s_periodBegan = Environment.TickCount;

    /// <summary>A thread whose magazines are to be looked after as long as it lives.</summary>
    internal static void Add(ThreadMagazines thread)
    {
        WeakReference<ThreadMagazines> reference = new(thread);
        s_lock.Enter();
        try
        {
            if (s_count == s_threads.Length)
            {
                RemoveEndedThreads();
                if (s_count > s_threads.Length / 2)
                {
                    Array.Resize(ref s_threads, 2 * s_threads.Length);
                }
            }

            s_threads[s_count++] = reference;
        }
        finally
        {
            s_lock.Exit();
        }
    }

    /// <summary>There may be something to give up from now on. Mostly one load.</summary>
    internal static void Wake()
    {
        if (Volatile.Read(ref s_isAwake) == 0 && Interlocked.Exchange(ref s_isAwake, 1) == 0 && !Unloading.IncludesLibrary)
        {
            try
            {
                s_timer ??= UnflowedTimer.Create(TimeProvider.System, static _ => OnTimer(), state: null);
                SetTimer();
            }
            catch (ThreadInterruptedException)
            {
                // The framework's timers have a lock that can be interrupted. The interruption is for the caller's next wait,
                // and the timer for whoever comes next.
                s_isAwake = 0;
                Thread.CurrentThread.Interrupt();
            }
        }
    }

    /// <summary>A collection has taken place.</summary>
    internal static void OnCollection()
    {
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

    /// <summary>Gives up what was not used for <see cref="IdlePeriods"/> periods.</summary>
    /// <returns>Whether something else is there.</returns>
    internal static bool EndPeriod()
    {
        s_periodBegan = Environment.TickCount;
        bool isAnyLeft = false;
        foreach (WeakReference<ThreadMagazines>? reference in Threads())
        {
            isAnyLeft |= reference!.TryGetTarget(out ThreadMagazines? thread) && thread.EndPeriod();
        }

        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            isAnyLeft |= depot.EndPeriod();
        }

        return isAnyLeft;
    }

    /// <summary>Gives up everything.</summary>
    internal static void Clear()
    {
        foreach (WeakReference<ThreadMagazines>? reference in Threads())
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

    private static void OnTimer()
    {
        // Whoever keeps something between the look and this store, and has just seen that the timer is set, is looked after
        // when someone wakes it again.
        if (EndPeriod())
        {
            SetTimer();
        }
        else
        {
            Volatile.Write(ref s_isAwake, 0);
        }
    }

    private static void SetTimer() => s_timer!.Change(TimeSpan.FromMilliseconds(PeriodMilliseconds), Timeout.InfiniteTimeSpan);

    private static WeakReference<ThreadMagazines>?[] Threads()
    {
        s_lock.Enter();
        try
        {
            RemoveEndedThreads();
            return s_threads.AsSpan(0, s_count).ToArray();
        }
        finally
        {
            s_lock.Exit();
        }
    }

    private static void RemoveEndedThreads()
    {
        int count = 0;
        for (int i = 0; i < s_count; i++)
        {
            if (s_threads[i]!.TryGetTarget(out _))
            {
                s_threads[count++] = s_threads[i];
            }
        }

        Array.Clear(s_threads, count, s_count - count);
        s_count = count;
    }
}
