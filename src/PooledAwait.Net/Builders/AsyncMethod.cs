namespace PooledAwait.MethodBuilders;

internal static class AsyncMethod
{
    /// <summary>The token in a builder whose method has returned without suspending: any but 0.</summary>
    internal const short Completed = 1;

    /// <summary>Whether the framework's guard of the contexts starts methods: a constant once the code is optimized.</summary>
    internal static bool IsGuardedByFramework
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // so that it is one
        get => ExecutionContextFlow.IsEnabled && !Runtimes.MayBeMono;
    }

    /// <summary>As <see cref="PooledValueTaskMethodBuilder{T}.Start"/>. The builders of ValueTasks don't call this, because a generic
    /// method in between costs their shared code a dictionary lookup.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few tests, of which all but one are constants
    internal static void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            stateMachine.MoveNext();
        }
        else if (Runtimes.MayBeMono)
        {
            StartOnMono(ref stateMachine);
        }
        else
        {
            default(AsyncTaskMethodBuilder).Start(ref stateMachine);
        }
    }

    /// <summary>As the framework's method that guards the contexts, but without its null test of the state machine: Mono's interpreter
    /// boxes the state machine for that test until it optimizes the method.</summary>
    internal static void StartOnMono<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        if (!ContextFrame.TryEnter(out ContextFrame frame))
        {
            default(AsyncTaskMethodBuilder).Start(ref stateMachine);
            return;
        }

        try
        {
            stateMachine.MoveNext();
        }
        finally
        {
            frame.Exit();
        }
    }

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
        box = FaultedBox<TResult>.Rent();
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
