namespace PooledAwait.Tests;

/// <summary>A foreign awaitable, which does with the continuation what a test says.</summary>
/// <param name="onCompleted">Gets the continuation.</param>
internal sealed class UnsafeAwaitable(Action<Action> onCompleted) : ICriticalNotifyCompletion
{
    public bool IsCompleted => false;

    public UnsafeAwaitable GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => throw new TestException("the builder must prefer UnsafeOnCompleted");

    public void UnsafeOnCompleted(Action continuation) => onCompleted(continuation);
}
