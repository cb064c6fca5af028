using System;

namespace PooledAwait;

/// <summary>Calls the <see cref="PoolTrimmer"/> after every collection, on the finalizer's thread.</summary>
internal sealed class CollectionWatch
{
    /// <summary>
    /// A short weak reference to an object that only the library's static fields keep. It is empty when the library is about to be
    /// unloaded, even if a finalizer still runs.
    /// </summary>
    private static readonly WeakReference s_library = new(s_keptByLibrary = new object());
    private static object? s_keptByLibrary;

    private CollectionWatch()
    {
    }

    ~CollectionWatch()
    {
        // Mono and .NET Framework finalize at the end of the process too, when no thread can be created for a timer.
        if (s_library.IsAlive && !Environment.HasShutdownStarted)
        {
            PoolTrimmer.OnCollection();
            Begin();
        }
    }

    /// <summary>
    /// Waits for the next collection with a new object, because a resurrected one would reach the oldest generation soon.
    /// </summary>
    internal static void Begin() => _ = new CollectionWatch();
}
