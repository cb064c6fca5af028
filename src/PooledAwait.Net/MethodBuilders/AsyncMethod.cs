using System;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>What the builders have in common.</summary>
internal static class AsyncMethod
{
    /// <summary>
    /// Runs the method up to its first suspension, and puts the thread's ExecutionContext and SynchronizationContext back.
    /// The framework's own guard, reached through a builder that does nothing else here: it reads the thread once, where
    /// public calls alone would read it four times.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);

    /// <summary>Ends a method that threw, whether it had suspended or not.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // throwing is rare and slow anyway
    internal static void SetException<TResult>(ref StateMachineBox<TResult>? box, ref short token, Exception exception)
    {
        if (exception is null)
        {
            throw Failures.NullException();
        }

        if (box is null)
        {
            box = FaultedBox<TResult>.Rent();
            token = box.Token;
        }

        box.SetException(exception);
    }
}
