using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>An awaiter's type tells its kind, but on Mono.</content>
internal static partial class BoxRegistration
{
    /// <summary>
    /// For a method that asks an awaiter of a known type for an interface's members. Unoptimized code boxes the awaiter for that, optimized
    /// code does not; so the method is optimized from its first call on, and still inlined into its caller.
    /// </summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;

    /// <summary>Whether an awaiter's type tells its kind, by tests that are constants once the type is known.</summary>
    internal static bool AreTyped
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant
        get => !Runtimes.MayBeMono;
    }
}
