namespace PooledAwait;

/// <summary>Finds what an awaiter awaits, so that a box is registered there without a delegate.</summary>
internal static class BoxRegistration
{
    /// <summary>Returns false if the awaiter needs the box's delegate.</summary>
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
            awaited = reader.Read(ref awaiter, out packedToken);
            return true;
        }

        awaited = null;
        packedToken = Awaiters.Pack(0, continueOnCapturedContext: true);
        return typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter);
    }

    /// <summary>For builders that can't test for IOperationAwaiter. The first awaiter of a type gets a delegate and registers its type
    /// here; the next one gets the box.</summary>
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
        internal override Operation? Read(ref TAwaiter awaiter, out int packedToken)
        {
            packedToken = awaiter.PackedToken;
            return awaiter.Operation;
        }
    }
}
