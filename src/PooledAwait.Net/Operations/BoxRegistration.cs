using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Registers a box without a delegate, with the awaiters that take boxes.</summary>
internal static partial class BoxRegistration
{
    /// <summary>Whether an awaiter certainly takes no boxes; false also where its kind is not known.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant once the awaiter's type is known
    internal static bool IsForeign<TAwaiter>(ref TAwaiter awaiter) =>
        AreTyped
        && (default(TAwaiter) is null
            || (awaiter is not IOperationAwaiter
                && awaiter is not IYieldAwaiter
                && typeof(TAwaiter) != typeof(YieldAwaitable.YieldAwaiter)));

    /// <summary>Captures the context for a box, and registers it with an awaiter that takes boxes.</summary>
    /// <returns>False if the awaiter needs the box's delegate: nothing has happened.</returns>
    [MethodImpl(Unboxed)] // all tests are constants once the awaiter's type is known
    internal static bool TryRegister<TAwaiter>(ref TAwaiter awaiter, IWaiter box)
    {
        if (!AreTyped)
        {
            return TryRegisterByKind(ref awaiter, box);
        }

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

        if (TryRead(ref awaiter, out int packedToken) is { } awaited)
        {
            Awaiters.Register(awaited, packedToken, box);
            return true;
        }

        return false;
    }

    /// <summary>Finds the operation that one of the framework's awaiters of a ValueTask awaits.</summary>
    /// <returns>Null if the awaiter awaits anything else, or can't be read.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test or two, where the awaiter is another one
    internal static Operation? TryRead<TAwaiter>(ref TAwaiter awaiter, out int packedToken)
    {
        if (ValueTaskReader<TAwaiter>.Known is { } reader
            && reader.Read(ref awaiter, out short token, out bool continueOnCapturedContext) is Operation awaited)
        {
            packedToken = Awaiters.Pack(token, continueOnCapturedContext);
            return awaited;
        }

        packedToken = 0;
        return null;
    }

    /// <summary>
    /// Makes an awaiter's kind known. Called by an awaiter that was given a delegate; the next of its type is given the box.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // nothing where the type tells the kind
    internal static void Learn<TAwaiter>()
        where TAwaiter : struct, IOperationAwaiter
    {
        if (!AreTyped)
        {
            Kind<TAwaiter>.Known ??= new OperationKind<TAwaiter>();
        }
    }

    /// <inheritdoc cref="Learn{TAwaiter}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // nothing where the type tells the kind
    internal static void LearnYield<TAwaiter>()
        where TAwaiter : struct, IYieldAwaiter
    {
        if (!AreTyped)
        {
            Kind<TAwaiter>.Known ??= new YieldKind<TAwaiter>();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a load, a test and a call
    private static bool TryRegisterByKind<TAwaiter>(ref TAwaiter awaiter, IWaiter box)
    {
        Kind<TAwaiter>? kind = Kind<TAwaiter>.Known;
        if (kind is null)
        {
            return false;
        }

        kind.Register(ref awaiter, box);
        return true;
    }

    /// <summary>How a box is registered with a type of awaiter, where types do not tell.</summary>
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
