using System;

namespace PooledAwait;

/// <summary>
/// The threads that have magazines. Its lock is held by a thread that moves its magazines, and by code that uses another thread's. A
/// thread that holds it may take a depot's lock, never the other way round.
/// </summary>
internal static class PoolThreads
{
    private static ShortLock s_lock;

    /// <summary>
    /// The first <see cref="s_count"/> are not null. The references are long ones, so that a thread that ended is found until its
    /// finalizer has counted its magazines.
    /// </summary>
    private static WeakReference<ThreadMagazines>?[] s_threads = new WeakReference<ThreadMagazines>?[16];
    private static int s_count;

    /// <summary>All threads, some of which may be gone. The caller has called <see cref="Enter"/>.</summary>
    internal static ReadOnlySpan<WeakReference<ThreadMagazines>?> Entered => s_threads.AsSpan(0, s_count);

    /// <summary>Takes the lock.</summary>
    internal static void Enter() => s_lock.Enter();

    /// <summary>Releases the lock.</summary>
    internal static void Exit() => s_lock.Exit();

    /// <summary>Adds a thread, before its first magazine.</summary>
    internal static void Add(ThreadMagazines thread)
    {
        WeakReference<ThreadMagazines> reference = new(thread, trackResurrection: true);
        s_lock.Enter();
        try
        {
            if (s_count == s_threads.Length)
            {
                RemoveCollectedThreads();
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

    /// <summary>The threads there are now.</summary>
    internal static WeakReference<ThreadMagazines>?[] Snapshot()
    {
        s_lock.Enter();
        try
        {
            RemoveCollectedThreads();
            return Entered.ToArray();
        }
        finally
        {
            s_lock.Exit();
        }
    }

    private static void RemoveCollectedThreads()
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
