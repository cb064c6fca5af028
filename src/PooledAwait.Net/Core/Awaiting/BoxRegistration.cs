using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Finds what an awaiter awaits, so that a box is registered there without a delegate.</summary>
internal static class BoxRegistration
{
    /// <summary>Finds what an awaiter awaits.</summary>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="awaited">As <see cref="IOperationAwaiter.Operation"/>.</param>
    /// <param name="packedToken">As <see cref="IOperationAwaiter.PackedToken"/>.</param>
    /// <returns>False if the awaiter needs the box's delegate.</returns>
    [MethodImpl(Runtimes.Unboxed)] // all tests but one are constants once the awaiter's type is known
    internal static bool TryRead<TAwaiter>(ref TAwaiter awaiter, out Operation? awaited, out int packedToken)
    {
        // The null test keeps the compiler from boxing: what remains are calls on the struct itself, as in the framework's builders.
        if (Runtimes.TestAwaiters && default(TAwaiter) is not null && awaiter is IOperationAwaiter)
        {
            awaited = ((IOperationAwaiter)awaiter).Operation;
            packedToken = ((IOperationAwaiter)awaiter).PackedToken;
            return true;
        }

        if (!Runtimes.TestAwaiters && AwaiterReader<TAwaiter>.Known is { } reader)
        {
            object? source = reader.Read(ref awaiter, out short token, out bool continueOnCapturedContext);
            awaited = source as Operation;
            packedToken = Awaiters.Pack(token, continueOnCapturedContext);
            return awaited is not null || source is null;
        }

        awaited = null;
        packedToken = Awaiters.Pack(0, continueOnCapturedContext: true);
        return typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter);
    }

    /// <summary>
    /// Makes an awaiter's type known, where types don't tell. Called by an awaiter that was given a delegate; the next of its type is given
    /// the box.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // nothing where the type tells
    internal static void Learn<TAwaiter>()
        where TAwaiter : struct, IOperationAwaiter
    {
        if (!Runtimes.TestAwaiters)
        {
            AwaiterReader<TAwaiter>.Known ??= new OperationAwaiterReader<TAwaiter>();
        }
    }

    private sealed class OperationAwaiterReader<TAwaiter> : AwaiterReader<TAwaiter>
        where TAwaiter : struct, IOperationAwaiter
    {
        internal override object? Read(ref TAwaiter awaiter, out short token, out bool continueOnCapturedContext)
        {
            int packedToken = awaiter.PackedToken;
            token = (short)packedToken;
            continueOnCapturedContext = packedToken < 0;
            return awaiter.Operation;
        }
    }
}
