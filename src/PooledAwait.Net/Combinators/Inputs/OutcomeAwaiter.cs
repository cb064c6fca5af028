using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// Awaits an input of a combinator that is an async method: its outcome, or the mistake that it can't be awaited. The method goes on where
/// the input completes.
/// </summary>
/// <remarks>
/// An input that another thread begins to await between the awaiter's look and its registration fails the method at once, and leaves the
/// inputs after it to the garbage collector.
/// </remarks>
/// <typeparam name="T">The input's result.</typeparam>
internal readonly struct OutcomeAwaiter<T>(in PooledValueTask<T> task) : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<T> _awaiter = new(task, continueOnCapturedContext: false);

    /// <summary>Whether there is an outcome: no waiter need, or can, register.</summary>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !_awaiter.CanRegister;
    }

    Operation? IOperationAwaiter.Operation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _awaiter.Operation;
    }

    int IOperationAwaiter.PackedToken
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _awaiter.PackedToken;
    }

    public OutcomeAwaiter<T> GetAwaiter() => this;

    public Completion<T> GetResult()
    {
        try
        {
            return _awaiter.IsCompleted
                ? _awaiter.GetCompletion()
                : throw Failures.AwaitedTwice(_awaiter.Operation!, (short)_awaiter.PackedToken);
        }
        catch (InvalidOperationException exception)
        {
            return new Completion<T>(0, default!, new UnusableInputException(exception));
        }
    }

    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<OutcomeAwaiter<T>>(continuation);
}
