namespace PooledAwait;

/// <summary>Awaits an input of a combinator that is an async method. The result is the input's outcome, or a failure that says that it
/// can't be awaited. The method continues where the input completes.</summary>
/// <remarks>If another thread begins to await the input between IsCompleted and the registration, the method fails at once, and the inputs
/// after this one are left to the garbage collector.</remarks>
internal readonly struct OutcomeAwaiter<T>(in PooledValueTask<T> task) : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<T> _awaiter = new(task, continueOnCapturedContext: false);

    /// <summary>True if no waiter needs to register, and also if none can.</summary>
    public bool IsCompleted { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => !_awaiter.CanRegister; }

    Operation? IOperationAwaiter.Operation { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _awaiter.Operation; }

    int IOperationAwaiter.PackedToken { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _awaiter.PackedToken; }

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
