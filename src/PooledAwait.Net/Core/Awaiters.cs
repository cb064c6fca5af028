namespace PooledAwait;

/// <summary>How our builders recognize an awaiter of an operation, with which they register a box without a delegate.</summary>
internal interface IOperationAwaiter
{
    /// <summary>The awaited operation; null if the awaiter only yields, or the awaited task was complete from the start.</summary>
    Operation? Operation { get; }

    /// <summary>The token and the awaiter's configuration: <see cref="Awaiters.Pack"/>.</summary>
    int PackedToken { get; }
}

internal static class Awaiters
{
    private static readonly Action<object?> s_invokeAction = static continuation => ((Action)continuation!)();

    /// <summary>Packs a token, and whether to capture the scheduling context: the packed token is negative then.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into MoveNext
    internal static int Pack(short token, bool continueOnCapturedContext) => (ushort)token | (continueOnCapturedContext ? int.MinValue : 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await
    internal static object? SchedulingContextFor(int packedToken, ThreadState thread) =>
        packedToken < 0 ? SchedulingContext.From(thread.SynchronizationContext) : null;

    /// <summary>Captures the context for a box, and registers it with what it awaits.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // the method suspends, and MoveNext stays small
    internal static void Register(Operation? operation, int packedToken, IWaiter box)
    {
        object? schedulingContext = null;
        if (ExecutionContextFlow.IsEnabled || packedToken < 0)
        {
            ThreadState thread = ThreadState.Current;
            Cast.To<Operation>(box).CaptureContext(thread);
            schedulingContext = SchedulingContextFor(packedToken, thread);
        }

        Register(operation, packedToken, box, schedulingContext);
    }

    /// <summary>Registers a box, whose context is captured, with what it awaits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the method above, and into the first suspension
    internal static void Register(Operation? operation, int packedToken, IWaiter box, object? schedulingContext)
    {
        if (operation is null)
        {
            // To the global queue, as YieldAwaitable does, so that queued work runs first.
            SchedulingContext.Queue(schedulingContext, box, preferLocal: false);
        }
        else
        {
            operation.Register(box, (short)packedToken, schedulingContext);
        }
    }

    internal static void OnCompleted(
        Operation? operation, short token, Action continuation, bool continueOnCapturedContext, ValueTaskSourceOnCompletedFlags flags)
    {
        if (continuation is null)
        {
            throw new ArgumentNullException(nameof(continuation));
        }

        if (operation is null)
        {
            OnCompletedFromTheStart(continuation, continueOnCapturedContext, flags);
            return;
        }

        if (continueOnCapturedContext)
        {
            flags |= ValueTaskSourceOnCompletedFlags.UseSchedulingContext;
        }

        if (Operation.FindBox(continuation) is { } box)
        {
            operation.RegisterArmed(box, token, continueOnCapturedContext ? SchedulingContext.Current : null);
        }
        else
        {
            operation.OnCompleted(s_invokeAction, continuation, token, flags);
        }
    }

    /// <summary>Calls back through the framework's awaiter of a completed ValueTask, with the contexts that it captures.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // only code that registers without asking IsCompleted gets here
    private static void OnCompletedFromTheStart(
        Action continuation, bool continueOnCapturedContext, ValueTaskSourceOnCompletedFlags flags)
    {
        ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter completed =
            default(ValueTask).ConfigureAwait(continueOnCapturedContext).GetAwaiter();
        if (flags == ValueTaskSourceOnCompletedFlags.FlowExecutionContext)
        {
            completed.OnCompleted(continuation);
        }
        else
        {
            completed.UnsafeOnCompleted(continuation);
        }
    }
}

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

    /// <summary>Makes an awaiter's type known, where types don't tell. An awaiter that got a delegate calls this; the next one of its type
    /// gets the box.</summary>
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

/// <summary>Finds what the awaiters of one type await, where their type doesn't tell.</summary>
internal abstract class AwaiterReader<TAwaiter>
{
    /// <summary>The reader of this type; null while there is none. A field, because a property is one method more to compile.</summary>
    internal static AwaiterReader<TAwaiter>? Known;

    internal abstract Operation? Read(ref TAwaiter awaiter, out int packedToken);
}
