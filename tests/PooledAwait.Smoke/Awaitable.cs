using System.Runtime.CompilerServices;

namespace PooledAwait.Smoke;

/// <summary>A pending awaitable that is not the library's, and its own awaiter.</summary>
internal sealed class Awaitable(Action<Action> onCompleted) : ICriticalNotifyCompletion
{
    public bool IsCompleted => false;

    public Awaitable GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => onCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) => onCompleted(continuation);
}
