namespace PooledAwait;

/// <summary>Asks the processor to fetch an object's memory before it is used. An object that another core gave back was last written by
/// that core, and takes hundreds of cycles to arrive.</summary>
internal static class Prefetch
{
#if NET
    private const int CacheLine = 64;
#endif

    /// <summary>Fetches the object that the reference refers to, or nothing. The garbage collector may move it meanwhile: an address is
    /// only a hint.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // two instructions
    internal static unsafe void Object(ref object? reference)
    {
#if NET
        if (System.Runtime.Intrinsics.X86.Sse.IsSupported)
        {
            byte* address = (byte*)Unsafe.As<object?, nint>(ref reference);
            System.Runtime.Intrinsics.X86.Sse.Prefetch0(address);
            System.Runtime.Intrinsics.X86.Sse.Prefetch0(address + CacheLine);
        }
#endif
    }
}
