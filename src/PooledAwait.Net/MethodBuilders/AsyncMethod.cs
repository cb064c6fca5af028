using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>What the builders have in common.</summary>
internal static class AsyncMethod
{
    /// <summary>Ends a method that threw, whether it had suspended or not.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // throwing is rare and slow anyway
    internal static void SetException<TResult>(ref StateMachineBox<TResult>? box, ref short token, bool isCompleted, Exception exception)
    {
        if (exception is null)
        {
            throw Failures.NullException();
        }

        if (isCompleted)
        {
            ThrowCompletedTwice();
        }

        if (box is null)
        {
            MakePending(ref box, ref token);
        }

        box!.SetException(exception, token);
    }

    /// <summary>Gives a builder an operation without a state machine.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    internal static void MakePending<TResult>(ref StateMachineBox<TResult>? box, ref short token)
    {
        box = FaultedBox<TResult>.Rent();
        token = box.Token;
    }

    [DoesNotReturn]
    internal static void ThrowCompletedTwice() => throw Failures.AlreadyCompleted();
}
