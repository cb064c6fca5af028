namespace PooledAwait.MethodBuilders;

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskMethodBuilder<T>
internal static class AsyncMethod
{
    /// <summary>The token in a builder whose method has returned without suspending: any but 0.</summary>
    internal const short Completed = 1;

    /// <summary>Runs a method up to its first suspension, and gives its caller the contexts back.</summary>
    /// <remarks>As the framework's AsyncMethodBuilderCore.Start, but without its finally block: nested methods that never suspend take 11 %
    /// less time (docs/decisions/awaiting.md). A MoveNext that a compiler writes throws only if its builder does: when memory runs out, or
    /// if a user's builder wraps one of these. The contexts then stay as the method left them, until the start of the next method
    /// around it ends.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few loads and tests around MoveNext
    internal static void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            stateMachine.MoveNext();
            return;
        }

#if NET
        // Written out, without a ContextFrame: a method that starts several others would be too large to inline all of that.
        if (ThreadContexts.Current is { } thread)
        {
            ExecutionContext? context = PrivateFields.ExecutionContextOf(thread);
            SynchronizationContext? synchronizationContext = PrivateFields.SynchronizationContextOf(thread);
            stateMachine.MoveNext();
            if (!ReferenceEquals(context, PrivateFields.ExecutionContextOf(thread))
                || !ReferenceEquals(synchronizationContext, PrivateFields.SynchronizationContextOf(thread)))
            {
                ContextFrame.Restore(context ?? (object)ThreadContexts.DefaultMark, synchronizationContext);
            }

            return;
        }

        StartUnread(ref stateMachine);
#else
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);
#endif
    }

#if NET
    /// <summary>As <see cref="Start"/>, where a thread's fields can't be read. The framework doesn't start the method, because Mono's
    /// interpreter would box the state machine for it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare; and NativeAOT compiles it for each method, so it is short
    private static void StartUnread<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        bool isSuppressed = EnterUnread(out ContextFrame frame);
        stateMachine.MoveNext();
        ExitUnread(frame, isSuppressed);
    }

    /// <summary>Captures the contexts, and returns whether the flow is suppressed. Only a context that flows can be captured.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // as its caller
    private static bool EnterUnread(out ContextFrame frame)
    {
        if (ContextFrame.TryEnter(out frame))
        {
            return false;
        }

        ExecutionContext.RestoreFlow();
        ContextFrame.TryEnter(out frame);
        ExecutionContext.SuppressFlow();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // as its caller
    private static void ExitUnread(ContextFrame frame, bool isSuppressed)
    {
        frame.Exit();
        if (isSuppressed && !ExecutionContext.IsFlowSuppressed())
        {
            ExecutionContext.SuppressFlow();
        }
    }
#endif

    /// <summary>Completes a method that returned after it had suspended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test in each MoveNext
    internal static void SetResult<TResult>(MethodBox<TResult>? box, TResult result, short token)
    {
        if (box is null)
        {
            ThrowCompletedTwice();
        }

        box.SetResult(result, token);
    }

    /// <summary>Completes a method that threw, suspended or not.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // throwing is rare and slow anyway
    internal static void SetException<TResult>(ref MethodBox<TResult>? box, ref short token, Exception exception)
    {
        Failures.ThrowIfNull(exception);
        if (token == 0)
        {
            MakePending(ref box, ref token);
        }
        else if (box is null)
        {
            ThrowCompletedTwice();
        }

        box!.SetException(exception, token);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    internal static void MakePending<TResult>(ref MethodBox<TResult>? box, ref short token)
    {
        box = BareBox<TResult>.Rent();
        token = box.Token;
    }

    /// <summary>What identifies a method's run to a debugger: its box, or one that the method will keep when it suspends.</summary>
    internal static object Identify<TResult>(ref MethodBox<TResult>? box, ref short token)
    {
        if (token == 0)
        {
            box = StateMachineBox<IAsyncStateMachine, TResult>.Create(OperationPool.None);
            token = box.Token;
        }

        // A method that has ended without a suspension has no operation, and will not be resumed.
        return box ?? (object)typeof(TResult);
    }

    [DoesNotReturn]
    internal static void ThrowCompletedTwice() => throw Failures.AlreadyCompleted();
}
