using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledAwait;

/// <summary>Which runtimes the platform may have.</summary>
internal static class Runtimes
{
    /// <summary>
    /// For a method that asks an awaiter of a known type for an interface's members. Unoptimized code boxes the awaiter for that, optimized
    /// code does not; so the method is optimized from its first call on, and still inlined into its caller.
    /// </summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;

    /// <summary>Whether an awaiter's type tells its kind, by tests that are constants once the type is known.</summary>
    internal static bool TestAwaiters
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant
        get => !MayBeMono;
    }

    /// <summary>
    /// Whether this is a platform for which .NET 8 and later have Mono. Mono's interpreter boxes a struct to compare it with null or to
    /// test it for an interface, and keeps its frames in a stack of its own, which grows upwards.
    /// </summary>
    /// <remarks>
    /// A constant to the compiler, on every platform. The runtime's name would not be a constant. Other runtimes on these platforms, such
    /// as NativeAOT on iOS, therefore run the code for Mono, which is correct on every runtime and costs a few more instructions for each
    /// await.
    /// </remarks>
    internal static bool MayBeMono
    {
        // Without ||, which the compiler would turn into a variable and recognize as a constant too late.
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant
        get => OperatingSystem.IsBrowser() | OperatingSystem.IsWasi()
            | OperatingSystem.IsAndroid() | OperatingSystem.IsIOS() | OperatingSystem.IsTvOS()
            | RuntimeInformation.ProcessArchitecture == Architecture.S390x
            | RuntimeInformation.ProcessArchitecture == Architecture.Ppc64le;
    }
}
