#if !NET
using System.Reflection;
#endif

namespace AsyncBenchmarks.Runner;

/// <summary>How many bytes the process has allocated so far.</summary>
internal static class AllocatedBytes
{
#if NET
    /// <summary>Exact and over all threads; -1 where the runtime can't tell.</summary>
    public static long Read() => GC.GetTotalAllocatedBytes(precise: true);
#else
    // Mono has it, and knows this thread's bytes only; .NET Framework has it from 4.8 on, where it is not in what we compile for.
    private static readonly Func<long>? s_ofThisThread = (Func<long>?)typeof(GC)
        .GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static)
        ?.CreateDelegate(typeof(Func<long>));

    /// <summary>This thread's; -1 where the runtime can't tell.</summary>
    public static long Read() => s_ofThisThread?.Invoke() ?? -1;
#endif
}
