using System;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>What the builders have in common.</summary>
internal static class AsyncMethod
{
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
