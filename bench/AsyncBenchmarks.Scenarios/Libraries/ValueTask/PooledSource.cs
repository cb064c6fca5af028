using System;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

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
    public static PooledSource Rent()
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
        // Throws for a wrong token, and then it isn't ours to give back. It never fails otherwise: nobody sets an exception.
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
