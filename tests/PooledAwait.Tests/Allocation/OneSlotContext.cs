using System.Threading;

namespace PooledAwait.Tests.Allocation;

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
