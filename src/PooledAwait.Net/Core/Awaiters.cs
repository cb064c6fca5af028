namespace PooledAwait;

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
    internal static void Register(Operation? operation, int packedToken, Operation box)
    {
        object? schedulingContext = null;
        if (ExecutionContextFlow.IsEnabled || packedToken < 0)
        {
            ThreadState thread = ThreadState.Current;
            box.CaptureContext(thread);
            schedulingContext = SchedulingContextFor(packedToken, thread);
        }

        Register(operation, packedToken, box, schedulingContext);
    }

    /// <summary>Registers a box, whose context is captured, with what it awaits.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // as MethodBox.TryRent
    internal static void RegisterCaptured(Operation? operation, int packedToken, Operation box, ThreadState thread) =>
        Register(operation, packedToken, box, SchedulingContextFor(packedToken, thread));

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the two methods above, and into the first suspension
    internal static void Register(Operation? operation, int packedToken, Operation box, object? schedulingContext)
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
        Failures.ThrowIfNull(continuation);
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
