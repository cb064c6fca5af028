using System.Threading.Tasks.Sources;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// A pooled source as the framework's documentation shows it: any thread may complete it, the token is checked, and it goes
/// back to its pool when its result is taken.
/// </summary>
internal sealed class PooledSource<T> : IValueTaskSource<T>, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<T> _core;

    /// <summary>The operation, to be awaited once.</summary>
    public ValueTask<T> Task => new(this, _core.Version);

    /// <summary>The same without its result. It must not fail.</summary>
    public ValueTask WithoutResult => new(this, _core.Version);

    public static PooledSource<T> Create() => Recycled<PooledSource<T>>.TryRent() ?? new PooledSource<T>();

    public void SetResult(T result) => _core.SetResult(result);

    public void SetException(Exception exception) => _core.SetException(exception);

    public void SetCanceled() => _core.SetException(new OperationCanceledException());

    T IValueTaskSource<T>.GetResult(short token)
    {
        // A wrong token throws and must not return the object; a failure throws and must.
        bool isOurs = _core.Version == token;
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            if (isOurs)
            {
                Recycle();
            }
        }
    }

    void IValueTaskSource.GetResult(short token)
    {
        // Throws for a wrong token, whose holder must not return the object.
        _core.GetResult(token);
        Recycle();
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private void Recycle()
    {
        _core.Reset();
        Recycled<PooledSource<T>>.Return(this);
    }
}

/// <summary><see cref="PooledSource{T}"/> without a result.</summary>
internal readonly struct PooledSource(PooledSource<bool> source)
{
    /// <inheritdoc cref="PooledSource{T}.Task"/>
    public ValueTask Task => source.WithoutResult;

    /// <inheritdoc cref="PooledSource{T}.Create"/>
    public static PooledSource Create() => new(PooledSource<bool>.Create());

    public void SetResult() => source.SetResult(true);
}
