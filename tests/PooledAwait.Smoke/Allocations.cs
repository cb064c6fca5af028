#if !NET
using System.Reflection;
#endif

namespace PooledAwait.Smoke;

/// <summary>What this thread allocates, where the runtime can tell.</summary>
internal static class Allocations
{
#if NET
    private static readonly Func<long>? s_bytes = GC.GetAllocatedBytesForCurrentThread;
#else
    // Mono has it; .NET Framework has it from 4.8 on, where it is not in what this is compiled for.
    private static readonly Func<long>? s_bytes = (Func<long>?)typeof(GC)
        .GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static)
        ?.CreateDelegate(typeof(Func<long>));
#endif

    /// <summary>Fails if work that was done often enough still allocates.</summary>
    /// <exception cref="InvalidOperationException">It does.</exception>
    internal static void None(Action work)
    {
        if (s_bytes is null)
        {
            return;
        }

        // Tier-0 code boxes awaiters, which is why the measurement waits for better code; natively compiled code is that at once.
        long bytes = long.MaxValue;
        for (int attempt = 0; attempt < 100; attempt++)
        {
            long before = s_bytes();
            work();
            bytes = s_bytes() - before;
            if (bytes == 0)
            {
                return;
            }

            Thread.Sleep(20);
        }

        throw new InvalidOperationException(bytes + " B");
    }
}
