using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Takes the result of a discarded ValueTask, so that the object behind it is recycled: for libraries that recycle
/// and have no Forget. Itself recycled.
/// </summary>
internal sealed class ResultTaker
{
    private const int PoolSize = 64;

    private static readonly Stock<ResultTaker> s_stock = new();

    [ThreadStatic]
    private static ResultTaker?[]? t_pool;

    [ThreadStatic]
    private static int t_pooled;

    private readonly Action _take;
    private ValueTaskAwaiter _awaiter;

    private ResultTaker() => _take = Take;

    /// <summary>Takes the result, now or when it is there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the complete case is a call that the compiler sees through
    public static void Forget(ValueTask task)
    {
        ValueTaskAwaiter awaiter = task.GetAwaiter();
        if (awaiter.IsCompleted)
        {
            awaiter.GetResult();
        }
        else
        {
            Rent().TakeLater(awaiter);
        }
    }

    private static ResultTaker Rent()
    {
        ResultTaker?[] pool = t_pool ??= new ResultTaker?[PoolSize];
        if (t_pooled == 0 && (t_pooled = s_stock.Take(pool)) == 0)
        {
            return new ResultTaker();
        }

        ref ResultTaker? slot = ref pool[--t_pooled];
        ResultTaker taker = slot!;
        slot = null;
        return taker;
    }

    private void TakeLater(ValueTaskAwaiter awaiter)
    {
        _awaiter = awaiter;
        awaiter.UnsafeOnCompleted(_take);
    }

    private void Take()
    {
        ValueTaskAwaiter awaiter = _awaiter;
        _awaiter = default;
        ResultTaker?[] pool = t_pool ??= new ResultTaker?[PoolSize];
        if (t_pooled == pool.Length)
        {
            t_pooled = s_stock.Give(pool);
        }

        pool[t_pooled++] = this;

        awaiter.GetResult();
    }
}

/// <summary><see cref="ResultTaker"/> for a ValueTask with a result.</summary>
/// <typeparam name="T">The result's type.</typeparam>
internal sealed class ResultTaker<T>
{
    private const int PoolSize = 64;

    private static readonly Stock<ResultTaker<T>> s_stock = new();

    [ThreadStatic]
    private static ResultTaker<T>?[]? t_pool;

    [ThreadStatic]
    private static int t_pooled;

    private readonly Action _take;
    private ValueTaskAwaiter<T> _awaiter;

    private ResultTaker() => _take = Take;

    /// <summary>Takes the result, now or when it is there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the complete case is a call that the compiler sees through
    public static void Forget(ValueTask<T> task)
    {
        ValueTaskAwaiter<T> awaiter = task.GetAwaiter();
        if (awaiter.IsCompleted)
        {
            awaiter.GetResult();
        }
        else
        {
            Rent().TakeLater(awaiter);
        }
    }

    private static ResultTaker<T> Rent()
    {
        ResultTaker<T>?[] pool = t_pool ??= new ResultTaker<T>?[PoolSize];
        if (t_pooled == 0 && (t_pooled = s_stock.Take(pool)) == 0)
        {
            return new ResultTaker<T>();
        }

        ref ResultTaker<T>? slot = ref pool[--t_pooled];
        ResultTaker<T> taker = slot!;
        slot = null;
        return taker;
    }

    private void TakeLater(ValueTaskAwaiter<T> awaiter)
    {
        _awaiter = awaiter;
        awaiter.UnsafeOnCompleted(_take);
    }

    private void Take()
    {
        ValueTaskAwaiter<T> awaiter = _awaiter;
        _awaiter = default;
        ResultTaker<T>?[] pool = t_pool ??= new ResultTaker<T>?[PoolSize];
        if (t_pooled == pool.Length)
        {
            t_pooled = s_stock.Give(pool);
        }

        pool[t_pooled++] = this;

        awaiter.GetResult();
    }
}
