using System.Threading.Tasks.Sources;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// A pooled source as the framework's documentation shows it: any thread may complete it, the token is checked, and it goes
/// back to its pool when its result is taken.
/// </summary>
internal sealed class PooledSource : IValueTaskSource
{
    // Per thread, so that renting needs no lock; made large enough beforehand, as all of the suite's own lists.
    private const int PoolSize = 64;

    private static readonly Stock<PooledSource> s_stock = new();

    [ThreadStatic]
    private static PooledSource?[]? t_pool;

    [ThreadStatic]
    private static int t_pooled;

    private ManualResetValueTaskSourceCore<bool> _core;

    private PooledSource()
    {
    }

    /// <summary>The operation, to be awaited once.</summary>
    public ValueTask Task => new(this, _core.Version);

    /// <summary>Gets a pending one.</summary>
    public static PooledSource Create()
    {
        PooledSource?[] pool = t_pool ??= new PooledSource?[PoolSize];
        if (t_pooled == 0 && (t_pooled = s_stock.Take(pool)) == 0)
        {
            return new PooledSource();
        }

        ref PooledSource? slot = ref pool[--t_pooled];
        PooledSource source = slot!;
        slot = null;
        return source;
    }

    /// <summary>Completes it.</summary>
    public void SetResult() => _core.SetResult(true);

    void IValueTaskSource.GetResult(short token)
    {
        // Throws for a wrong token, whose holder must not return the object. It has no other failure, because there is no SetException.
        _core.GetResult(token);
        _core.Reset();
        Return(this);
    }

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private static void Return(PooledSource source)
    {
        PooledSource?[] pool = t_pool ??= new PooledSource?[PoolSize];
        if (t_pooled == pool.Length)
        {
            t_pooled = s_stock.Give(pool);
        }

        pool[t_pooled++] = source;
    }
}

/// <summary>
/// <see cref="PooledSource"/> with a result.
/// </summary>
/// <typeparam name="T">The result's type.</typeparam>
internal sealed class PooledSource<T> : IValueTaskSource<T>
{
    // Per thread, so that renting needs no lock; made large enough beforehand, as all of the suite's own lists.
    private const int PoolSize = 64;

    private static readonly Stock<PooledSource<T>> s_stock = new();

    [ThreadStatic]
    private static PooledSource<T>?[]? t_pool;

    [ThreadStatic]
    private static int t_pooled;

    private ManualResetValueTaskSourceCore<T> _core;

    private PooledSource()
    {
    }

    /// <summary>The operation, to be awaited once.</summary>
    public ValueTask<T> Task => new(this, _core.Version);

    /// <summary>Gets a pending one.</summary>
    public static PooledSource<T> Create()
    {
        PooledSource<T>?[] pool = t_pool ??= new PooledSource<T>?[PoolSize];
        if (t_pooled == 0 && (t_pooled = s_stock.Take(pool)) == 0)
        {
            return new PooledSource<T>();
        }

        ref PooledSource<T>? slot = ref pool[--t_pooled];
        PooledSource<T> source = slot!;
        slot = null;
        return source;
    }

    /// <summary>Completes it.</summary>
    public void SetResult(T result) => _core.SetResult(result);

    /// <summary>Completes it with an exception.</summary>
    public void SetException(Exception exception) => _core.SetException(exception);

    /// <summary>Completes it with a cancellation.</summary>
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
                _core.Reset();
                Return(this);
            }
        }
    }

    ValueTaskSourceStatus IValueTaskSource<T>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<T>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private static void Return(PooledSource<T> source)
    {
        PooledSource<T>?[] pool = t_pool ??= new PooledSource<T>?[PoolSize];
        if (t_pooled == pool.Length)
        {
            t_pooled = s_stock.Give(pool);
        }

        pool[t_pooled++] = source;
    }
}

/// <summary>
/// Behind the lists that threads keep of the suite's own recycled objects: takes from the one that has too many, gives to the
/// one that has none, half a list at a time. Thread-safe.
/// </summary>
/// <typeparam name="T">The objects' type.</typeparam>
internal sealed class Stock<T>
    where T : class
{
    private readonly object _lock = new();
    private T?[] _items = [];
    private int _count;

    /// <summary>Moves half a list into an empty list, or what there is.</summary>
    /// <returns>How many.</returns>
    public int Take(T?[] list)
    {
        lock (_lock)
        {
            int moved = Math.Min(_count, list.Length / 2);
            _count -= moved;
            Array.Copy(_items, _count, list, 0, moved);
            Array.Clear(_items, _count, moved);
            return moved;
        }
    }

    /// <summary>Moves the upper half of a full list here.</summary>
    /// <returns>How many are left in it.</returns>
    public int Give(T?[] list)
    {
        int left = list.Length / 2;
        int moved = list.Length - left;
        lock (_lock)
        {
            if (_count + moved > _items.Length)
            {
                Array.Resize(ref _items, Math.Max(_count + moved, _items.Length * 2));
            }

            Array.Copy(list, left, _items, _count, moved);
            _count += moved;
        }

        Array.Clear(list, left, moved);
        return left;
    }
}
