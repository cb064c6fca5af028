namespace PooledAwait;

/// <summary>Ends the async method that awaits it, with a failure that no exception can express: several errors, or a cancellation without
/// an exception. The builder fails the method in place of suspending it. Only for combinators.</summary>
/// <param name="failure">Null for none: the method goes on.</param>
internal readonly struct FailureAwaiter(object? failure) : ICriticalNotifyCompletion
{
    public bool IsCompleted => failure is null;

    internal object? Failure => failure;

    public FailureAwaiter GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) => throw new InvalidOperationException("Only a pooled builder knows this awaiter.");
}
