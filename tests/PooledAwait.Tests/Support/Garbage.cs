namespace PooledAwait.Tests;

internal static class Garbage
{
    /// <summary>Collects what is unreachable, runs its finalizers, and collects what they held.</summary>
    internal static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        GC.Collect();
    }

    /// <summary>Asserts that what a use gives is unreachable when it is over.</summary>
    internal static void AssertCollected(Func<object[]> use)
    {
        WeakReference[] references = Use();
        Collect();
        Assert.All(references, static reference => Assert.False(reference.IsAlive));

        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        WeakReference[] Use() => Array.ConvertAll(use(), static used => new WeakReference(used));
    }
}
