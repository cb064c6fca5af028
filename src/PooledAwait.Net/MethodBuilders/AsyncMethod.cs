using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>Common parts of the builders.</summary>
internal static class AsyncMethod
{
    /// <summary>The token in a builder whose method has returned without suspending: any but 0.</summary>
    internal const short Completed = 1;

    /// <summary>
    /// Runs a method up to its first suspension, as the framework's builders do, but without their null test of the state machine. Mono's
    /// interpreter boxes the state machine for that test until it optimizes the method. Builders whose methods allocate nothing inline the
    /// framework's guard elsewhere; those of real Tasks and of background methods call this everywhere.
    /// </summary>
    /// <param name="stateMachine">The method.</param>
    internal static void Start<TStateMachine>(ref TStateMachine stateMachine)
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
        if (exception is null)
        {
            throw Failures.NullException();
        }

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

    /// <summary>Gives a builder an operation without a state machine.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    internal static void MakePending<TResult>(ref MethodBox<TResult>? box, ref short token)
    {
        box = FaultedBox<TResult>.Rent();
        token = box.Token;
    }

    [DoesNotReturn]
    internal static void ThrowCompletedTwice() => throw Failures.AlreadyCompleted();
}
