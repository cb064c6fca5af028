using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>How a box is registered without a delegate, with the awaiters that can do that.</summary>
internal static class AwaiterLinks
{
#if NET
    /// <summary>
    /// For a method that asks an awaiter of a known type for what only an interface has: the just-in-time compiler boxes it in its
    /// first tier, and sees in optimized code that it need not. So such a method is optimized from its first call on, and still
    /// inlined where the caller is.
    /// </summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;

    /// <summary>Whether an awaiter's type tells its kind, by tests that are constants once the type is known.</summary>
    internal static bool AreTyped => true;

    /// <summary>Whether an awaiter is certainly none that takes boxes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant once the awaiter's type is known
    internal static bool IsForeign<TAwaiter>(ref TAwaiter awaiter) =>
        default(TAwaiter) is null
        || (awaiter is not IOperationAwaiter && awaiter is not IYieldAwaiter && typeof(TAwaiter) != typeof(YieldAwaitable.YieldAwaiter));

    /// <summary>Suspends a box with an awaiter that takes boxes.</summary>
    /// <returns>Whether the awaiter is of such a kind; otherwise it needs the box's delegate.</returns>
    [MethodImpl(Unboxed)] // all tests are constants once the awaiter's type is known
    internal static bool TryLink<TAwaiter>(ref TAwaiter awaiter, Operation box)
    {
        // The null test keeps the compiler from boxing: what remains are calls on the struct itself, as in the framework's builders.
        if (default(TAwaiter) is not null && awaiter is IOperationAwaiter)
        {
            Awaiters.Link(((IOperationAwaiter)awaiter).Operation, ((IOperationAwaiter)awaiter).Handle, box);
            return true;
        }

        if (default(TAwaiter) is not null && awaiter is IYieldAwaiter)
        {
            ((IYieldAwaiter)awaiter).Yield(box);
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
    /// <summary>As elsewhere; there is only one tier.</summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining;

    /// <summary>
    /// Never: telling one struct from another allocates on the runtimes that need this target, so that an awaiter's kind must
    /// be looked up, and that in a method of its own: see <see cref="TryLink"/>.
    /// </summary>
    internal static bool AreTyped => false;

    /// <summary>Never, for the same reason.</summary>
    internal static bool IsForeign<TAwaiter>(ref TAwaiter awaiter) => false;

    /// <summary>Suspends a box with an awaiter that takes boxes, and whose kind has been registered.</summary>
    /// <returns>Whether it is such an awaiter; otherwise it needs the box's delegate.</returns>
    internal static bool TryLink<TAwaiter>(ref TAwaiter awaiter, Operation box)
    {
        AwaiterLink<TAwaiter>? link = AwaiterLink<TAwaiter>.Known;
        if (link is null)
        {
            return false;
        }

        link.Link(ref awaiter, box);
        return true;
    }
#endif

    /// <summary>
    /// Makes the kind of an operation's awaiter known, where a box finds it by that. Called by an awaiter that was given a delegate; the next
    /// one of its kind is given the box. Compiled away elsewhere.
    /// </summary>
    [Conditional("NETSTANDARD2_0")]
    internal static void Register<TAwaiter>()
        where TAwaiter : struct, IOperationAwaiter
    {
#if !NET
        AwaiterLink<TAwaiter>.Known ??= new OperationAwaiterLink<TAwaiter>();
#endif
    }
}
