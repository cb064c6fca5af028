using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Which runtimes the platform may have.</summary>
internal static class Runtimes
{
    /// <summary>There is only one tier.</summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining;

    /// <summary>False: to test a struct for an interface allocates on these runtimes.</summary>
    internal static bool TestAwaiters => false;

    /// <summary>False, because this build is written for Mono on every runtime.</summary>
    internal static bool MayBeMono => false;
}
