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
}
