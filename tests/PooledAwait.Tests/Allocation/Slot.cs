using System;
using System.Runtime.CompilerServices;

namespace PooledAwait.Tests.Allocation;

/// <summary>Somebody else's awaitable that allocates nothing: it holds one continuation.</summary>
internal sealed class Slot : ICriticalNotifyCompletion
{
    internal static readonly Slot Instance = new();

    private Action? _continuation;

    public bool IsCompleted => false;

    public Slot GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => _continuation = continuation;

    public void UnsafeOnCompleted(Action continuation) => _continuation = continuation;

    internal void Continue()
    {
        Action continuation = _continuation!;
        _continuation = null;
        continuation();
    }
}
