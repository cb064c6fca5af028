using System.Runtime.CompilerServices;
#if NET
using System.Threading;
#endif

namespace PooledAwait;

/// <summary>How a box is registered without a delegate, with the awaiters that can do that.</summary>
internal static class AwaiterLinks
{
#if NET
    /// <summary>
    /// Suspends a box with an awaiter that takes boxes. Inlined into MoveNext, with all the calls around it, for the hot
    /// path's sake: there the awaiter is then never referred to by address, and stays in registers.
    /// </summary>
    /// <returns>Whether the awaiter is of such a kind; otherwise it needs the box's delegate.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // all tests are constants once the awaiter's type is known
    internal static bool TryLink<TAwaiter>(ref TAwaiter awaiter, Operation box)
    {
        // The null test keeps the compiler from boxing: what remains is a call on the struct itself, as in the framework's builders.
        if (default(TAwaiter) is not null && awaiter is IOperationAwaiter)
        {
            ((IOperationAwaiter)awaiter).Link(box);
            return true;
        }

        if (typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter))
        {
            Schedulers.Yield(box);
            return true;
        }

        return false;
    }
#else
    /// <summary>
    /// Always the box's delegate: telling one struct from another allocates on the runtimes that need this target. Our own
    /// operations recognise the delegate.
    /// </summary>
    internal static bool TryLink<TAwaiter>(ref TAwaiter awaiter, Operation box) => false;
#endif
}
