namespace PooledAwait.Tests;

/// <summary>A ValueTask source that is not ours, and counts how often it was consumed.</summary>
internal sealed class ForeignSource : IValueTaskSource<int>, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<int> _core;

    internal int Consumed { get; private set; }

    internal short Version => _core.Version;

    public int GetResult(short token)
    {
        Consumed++;
        return _core.GetResult(token);
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    void IValueTaskSource.GetResult(short token) => GetResult(token);

    internal void SetResult(int result) => _core.SetResult(result);

    internal void SetException(Exception exception) => _core.SetException(exception);

    internal void Reset()
    {
        _core.Reset();
        Consumed = 0;
    }
}
