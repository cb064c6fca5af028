using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledAwait;

/// <summary>Which runtimes the platform may have.</summary>
internal static class Runtimes
{
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
