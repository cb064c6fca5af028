using System;

namespace PooledAwait;

/// <summary>Tells the <see cref="PoolTrimmer"/> of every collection, from the finalizer's thread.</summary>
internal sealed class CollectionWatch
{
    /// <summary>
    /// Refers to an object that only the library's static fields keep. A short weak reference: it is empty when the library is about to
    /// be unloaded, even if a finalizer runs once more.
    /// </summary>
    private static readonly WeakReference s_library = new(s_keptByLibrary = new object());
    private static object? s_keptByLibrary;

    private CollectionWatch()
    {
    }

    ~CollectionWatch()
    {
        if (s_library.IsAlive)
        {
            PoolTrimmer.OnCollection();
            Begin();
        }
    }

    /// <summary>Waits for the next collection. With a new object, because a resurrected one is soon in the oldest generation.</summary>
    internal static void Begin() => _ = new CollectionWatch();
}
