using System.Diagnostics;
#if POOLEDAWAIT_INTERLEAVING
using System;
#endif

namespace PooledAwait;

/// <summary>
/// The hook before each shared access. With the constant POOLEDAWAIT_INTERLEAVING a test's scheduler decides there which
/// thread goes on; without it, as the library ships, the calls are not compiled.
/// </summary>
internal static class Interleaving
{
#if POOLEDAWAIT_INTERLEAVING
    [ThreadStatic]
    internal static Action? t_point;
#endif

    [Conditional("POOLEDAWAIT_INTERLEAVING")]
    internal static void Point()
    {
#if POOLEDAWAIT_INTERLEAVING
        t_point?.Invoke();
#endif
    }
}
