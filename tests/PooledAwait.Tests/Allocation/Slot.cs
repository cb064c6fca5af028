namespace PooledAwait.Tests.Allocation;

/// <summary>A foreign awaitable that allocates nothing: it holds one continuation.</summary>
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

/// <summary>A SynchronizationContext that allocates nothing: it holds one callback.</summary>
internal sealed class OneSlotContext : SynchronizationContext
{
    private SendOrPostCallback? _callback;
    private object? _state;

    public override void Post(SendOrPostCallback d, object? state) => (_callback, _state) = (d, state);

    internal void Run()
    {
        SendOrPostCallback callback = _callback!;
        object? state = _state;
        (_callback, _state) = (null, null);
        callback(state);
    }
}

/// <summary>A result of 32 bytes.</summary>
internal readonly record struct Large(long A, long B, long C, long D);
