using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Registers a box without a delegate, with the awaiters that take boxes and have said so.</summary>
[SuppressMessage("Style", "IDE0060", Justification = ".NET's needs the parameters.")]
internal static class BoxRegistration
{
    /// <summary>There is only one tier.</summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining;

    /// <summary>False: to test a struct for an interface allocates on these runtimes, so that its kind is looked up instead.</summary>
    internal static bool AreTyped => false;

    /// <summary>False, for the same reason: it is not known here.</summary>
    internal static bool IsForeign<TAwaiter>(ref TAwaiter awaiter) => false;

    /// <summary>Captures the context for a box, and registers it with an awaiter that takes boxes and is known.</summary>
    /// <returns>False if the awaiter needs the box's delegate: nothing has happened.</returns>
    internal static bool TryRegister<TAwaiter>(ref TAwaiter awaiter, IWaiter box)
    {
        Kind<TAwaiter>? kind = Kind<TAwaiter>.Known;
        if (kind is null)
        {
            return false;
        }

        kind.Register(ref awaiter, box);
        return true;
    }

    /// <summary>
    /// Makes an awaiter's kind known. Called by an awaiter that was given a delegate; the next of its type is given the box.
    /// </summary>
    internal static void Learn<TAwaiter>()
        where TAwaiter : struct, IOperationAwaiter =>
        Kind<TAwaiter>.Known ??= new OperationKind<TAwaiter>();

    /// <inheritdoc cref="Learn{TAwaiter}"/>
    internal static void LearnYield<TAwaiter>()
        where TAwaiter : struct, IYieldAwaiter =>
        Kind<TAwaiter>.Known ??= new YieldKind<TAwaiter>();

    /// <summary>How a box is registered with a type of awaiter.</summary>
    private abstract class Kind<TAwaiter>
    {
        /// <summary>Null as long as the type is not known to take boxes.</summary>
        internal static Kind<TAwaiter>? Known =
            typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter) ? (Kind<TAwaiter>)(object)new FrameworkYieldKind() : null;

        internal abstract void Register(ref TAwaiter awaiter, IWaiter box);
    }

    private sealed class OperationKind<TAwaiter> : Kind<TAwaiter>
        where TAwaiter : struct, IOperationAwaiter
    {
        internal override void Register(ref TAwaiter awaiter, IWaiter box) =>
            Awaiters.Register(awaiter.Operation, awaiter.PackedToken, box);
    }

    private sealed class YieldKind<TAwaiter> : Kind<TAwaiter>
        where TAwaiter : struct, IYieldAwaiter
    {
        internal override void Register(ref TAwaiter awaiter, IWaiter box) => awaiter.Yield(box);
    }

    private sealed class FrameworkYieldKind : Kind<YieldAwaitable.YieldAwaiter>
    {
        internal override void Register(ref YieldAwaitable.YieldAwaiter awaiter, IWaiter box) => SchedulingContext.Yield(box);
    }
}
