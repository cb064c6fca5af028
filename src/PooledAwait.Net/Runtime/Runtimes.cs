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

/// <summary>Where on its thread's stack a method's frame is.</summary>
internal static class StackPosition
{
#if NET
    /// <summary>Bytes per unit: four, so that the two highest bits of a position are zero.</summary>
    internal const int Unit = 4;

    /// <summary>The position of the caller's frame or, without inlining, of a frame just below it. Both lie above the frames of the
    /// caller's next calls, except for their outermost few words, and below the caller's caller.</summary>
    internal static unsafe nint Here
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the frame whose position it is
        get
        {
            nint here;
            return (nint)((nuint)(&here) / Unit);
        }
    }
#else
    /// <summary>Zero: trampolines are identified by their threads' numbers.</summary>
    internal static nint Here => 0;
#endif
}

/// <summary>Whether a value can keep objects alive, and must be cleared before it is pooled.</summary>
internal static class References
{
#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant to the compiler
    internal static bool MayBeIn<T>() => RuntimeHelpers.IsReferenceOrContainsReferences<T>();
#else
    /// <summary>True, because netstandard2.0 can't tell.</summary>
    internal static bool MayBeIn<T>() => true;
#endif
}

/// <summary>The clock of .NET's timers; setting the system time does not change it.</summary>
internal static class MonotonicClock
{
#if NET
    internal static long Milliseconds => Environment.TickCount64;
#else
    internal static long Milliseconds => Stopwatch.GetTimestamp() / (Stopwatch.Frequency / 1_000);
#endif
}

/// <summary>The only unchecked casts. A checked cast to an unsealed class or to an interface walks the type's ancestors at every await. The
/// state word, or the field's only writer, guarantees the type; debug builds assert it.</summary>
internal static class Cast
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // nothing remains of it
    internal static T To<T>(object value)
        where T : class
    {
        Debug.Assert(value is T, "the field's writer promised another type");
        return Unsafe.As<T>(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // nothing remains of it
    internal static T? OrNull<T>(object? value)
        where T : class
    {
        Debug.Assert(value is null or T, "the pool's owner returned another type");
        return Unsafe.As<T?>(value);
    }
}
