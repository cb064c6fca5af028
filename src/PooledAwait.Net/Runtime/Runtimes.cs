#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledAwait;

internal static class Runtimes
{
#if NET
    /// <summary>For a method that asks an awaiter of a known type for an interface's members. Unoptimized code boxes the awaiter for that,
    /// optimized code does not; so the method is optimized from its first call on, and still inlined into its caller.</summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;

    /// <summary>Whether an awaiter's type tells its kind, by tests that are constants once the type is known.</summary>
    internal static bool TestAwaiters { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => !MayBeMono; }

    /// <summary>Whether this is a platform for which .NET 8 and later have Mono. Mono's interpreter boxes a struct to compare it with null
    /// or to test it for an interface, and keeps its frames in a stack of its own, which grows upwards.</summary>
    /// <remarks>Unlike the runtime's name, a constant to the compiler. Other runtimes on these platforms, such as NativeAOT on iOS,
    /// therefore run the code for Mono, which is correct everywhere and costs an await a few more instructions.</remarks>
    internal static bool MayBeMono
    {
        // Without ||, which the compiler would turn into a variable and recognize as a constant too late.
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant
        get => OperatingSystem.IsBrowser() | OperatingSystem.IsWasi()
            | OperatingSystem.IsAndroid() | OperatingSystem.IsIOS() | OperatingSystem.IsTvOS()
            | RuntimeInformation.ProcessArchitecture == Architecture.S390x
            | RuntimeInformation.ProcessArchitecture == Architecture.Ppc64le;
    }
#else
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining;

    /// <summary>False: to test a struct for an interface allocates on these runtimes.</summary>
    internal static bool TestAwaiters => false;
#endif
}
