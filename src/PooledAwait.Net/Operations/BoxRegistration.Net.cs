using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Registers a box without a delegate, with the awaiters that take boxes.</summary>
internal static class BoxRegistration
{
    /// <summary>
    /// For a method that asks an awaiter of a known type for an interface's members. Unoptimized code boxes the awaiter for that, optimized
    /// code does not; so the method is optimized from its first call on, and still inlined into its caller.
    /// </summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;

    /// <summary>Whether an awaiter's type tells its kind, by tests that are constants once the type is known.</summary>
    internal static bool AreTyped => true;

    /// <summary>Whether an awaiter certainly takes no boxes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant once the awaiter's type is known
    internal static bool IsForeign<TAwaiter>(ref TAwaiter awaiter) =>
        default(TAwaiter) is null
        || (awaiter is not IOperationAwaiter && awaiter is not IYieldAwaiter && typeof(TAwaiter) != typeof(YieldAwaitable.YieldAwaiter));

    /// <summary>Captures the context for a box, and registers it with an awaiter that takes boxes.</summary>
    /// <returns>False if the awaiter needs the box's delegate: nothing has happened.</returns>
    [MethodImpl(Unboxed)] // all tests are constants once the awaiter's type is known
    internal static bool TryRegister<TAwaiter>(ref TAwaiter awaiter, IWaiter box)
    {
        // The null test keeps the compiler from boxing: what remains are calls on the struct itself, as in the framework's builders.
        if (default(TAwaiter) is not null && awaiter is IOperationAwaiter)
        {
            Awaiters.Register(((IOperationAwaiter)awaiter).Operation, ((IOperationAwaiter)awaiter).PackedToken, box);
            return true;
        }

        if (default(TAwaiter) is not null && awaiter is IYieldAwaiter)
        {
            ((IYieldAwaiter)awaiter).Yield(box);
            return true;
        }

        if (typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter))
        {
            SchedulingContext.Yield(box);
            return true;
        }

        return false;
    }

    /// <summary>Does nothing here: the type tells the kind.</summary>
    [Conditional("NETSTANDARD2_0")]
    internal static void Learn<TAwaiter>()
        where TAwaiter : struct, IOperationAwaiter
    {
    }

    /// <inheritdoc cref="Learn{TAwaiter}"/>
    [Conditional("NETSTANDARD2_0")]
    internal static void LearnYield<TAwaiter>()
        where TAwaiter : struct, IYieldAwaiter
    {
    }
}
